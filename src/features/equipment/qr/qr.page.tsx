import { createFileRoute } from '@tanstack/react-router'
import { qr } from '../../../contract/equipment/qr.ts'
import { listRoute } from '../../../crud/list/crud-route.ts'
import { listLoader } from '../../../crud/list/list-loader.ts'
import { QrPage } from './QrPage.tsx'

export const Route = createFileRoute('/_signed/qr-fatturazione')({
  ...listRoute<typeof qr.list>('net.read'),
  loader: listLoader(qr.list),
  component: QrPage,
})
