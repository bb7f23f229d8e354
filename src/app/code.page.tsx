import { createFileRoute } from '@tanstack/react-router'
import { guard } from '../lib/access.ts'
import { CodePage } from './CodePage.tsx'

/** Target of our QR codes, and the page that scans them: `/q/ES-55`. */
export const Route = createFileRoute('/_signed/q/{-$code}')({ beforeLoad: guard('net.field'), component: CodePage })
