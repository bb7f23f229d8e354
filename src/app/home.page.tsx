import { createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '../lib/session.ts'

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: session.get().user ? '/dashboard' : '/login' })
  },
})
