import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../lib/access.ts'
import { DataPage } from './DataPage.tsx'

export const Route = createFileRoute('/_signed/riepilogo/dati')({
  validateSearch: (raw: object) => raw as { tipo?: string | undefined } & Record<string, unknown>,
  beforeLoad: guard('net.read'),
  component: DataPage,
})
