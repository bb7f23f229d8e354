import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../lib/access.ts'
import { CodePage } from './CodePage.tsx'

/** Where a QR of ours leads, and where one is read: `/q/ES-55`. */
export const Route = createFileRoute('/_signed/q/{-$code}')({ beforeLoad: guard('net.field'), component: CodePage })
