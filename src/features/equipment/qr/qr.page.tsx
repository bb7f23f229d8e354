import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../lib/access.ts'
import { QrPage } from './QrPage.tsx'
import type { QrSearch } from './search.ts'

export const Route = createFileRoute('/_signed/qr-fatturazione')({
  validateSearch: (raw: object) => raw as QrSearch,
  beforeLoad: guard('net.read'),
  component: QrPage,
})
