import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../../../lib/access.ts'
import { PayPage } from './PayPage.tsx'
import { certificates } from './pay-area.ts'
import type { PaySearch } from './pay-search.ts'

export const Route = createFileRoute('/_signed/dipendente/cud')({
  validateSearch: (raw: object) => raw as PaySearch,
  beforeLoad: guard('payroll.own'),
  component: () => <PayPage area={certificates} />,
})
