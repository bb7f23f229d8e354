import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Crumbs } from '../../../crud/record/Crumbs.tsx'
import { guard } from '../../../lib/access.ts'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'

const ProductForm = part(() => import('./ProductForm.tsx').then((m) => m.ProductForm))
export const Route = createFileRoute('/_signed/intracommerce/articoli/nuovo')({
  beforeLoad: guard('eco.admin'),
  component: NewProduct,
})

const TITLE = 'Nuovo articolo'
const list = { to: '/intracommerce/articoli/{-$id}', params: { id: undefined } } as const
function NewProduct() {
  const navigate = useNavigate()
  return (
    <Page title={TITLE} breadcrumbs={<Crumbs list={{ title: 'Articoli', link: list }} name={TITLE} />}>
      <ProductForm
        meanwhile={<LoadingRows />}
        record={undefined}
        onDone={({ id }) => navigate({ to: list.to, params: { id }, replace: true })}
        onCancel={() => void navigate(list)}
      />
    </Page>
  )
}
