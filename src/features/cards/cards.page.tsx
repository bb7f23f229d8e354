import { createFileRoute } from '@tanstack/react-router'
import { cards } from '../../contract/cards/cards.ts'
import { recordRoute } from '../../crud/list/crud-route.ts'
import { recordLoader } from '../../crud/list/list-loader.ts'
import { part } from '../../ui/part.tsx'
import { CardList } from './CardList.tsx'

const CardShow = part(() => import('./CardShow.tsx').then((m) => m.CardShow))

export const Route = createFileRoute('/_signed/carte/{-$id}')({
  ...recordRoute<typeof cards.list>('cards.read'),
  loader: recordLoader(cards),
  component: CardsPage,
})

function CardsPage() {
  const { id } = Route.useParams()
  return id ? <CardShow key={id} id={id} /> : <CardList />
}
