import { createFileRoute } from '@tanstack/react-router'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { part } from '../../ui/part.tsx'

const Rating = part(() => import('./Rating.tsx').then((m) => m.Rating), <LoadingRows />)

export const Route = createFileRoute('/_default/valutazione/$token')({
  validateSearch: (raw: object) => raw as { voto?: unknown },
  component: RatingPage,
})

function RatingPage() {
  const { token } = Route.useParams()
  const { voto } = Route.useSearch()
  const score = Number(voto)
  return <Rating token={token} given={Number.isInteger(score) && score >= 1 && score <= 5 ? score : undefined} />
}
