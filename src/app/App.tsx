import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LOADING_BAR } from '../contract/kernel/constants.ts'
import { onCall } from '../lib/api.ts'
import { notices } from '../lib/notify.ts'
import { queryClient } from '../lib/query.ts'
import { reportError } from '../lib/report-error.ts'
import { ConfirmProvider, useDismiss } from '../ui/confirm.tsx'
import { LoadingBar } from '../ui/LoadingBar.tsx'
import { browserClock, createLoadingBar } from '../ui/loading-bar.ts'
import { part } from '../ui/part.tsx'
import { LastResort } from './ErrorPage.tsx'
import { LockGate } from './LockGate.tsx'
import type { router as Router } from './router.ts'
import { cssVariables, theme } from './theme.ts'

const bar = createLoadingBar(browserClock, LOADING_BAR)
onCall.started = () => {
  bar.start()
  return (fine) => (fine ? bar.finish() : bar.fail())
}
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// The scroll lock behind dialogs writes a <style> element, and the package get-nonce looks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

// Fetched with the first notice.
const Toasts = part(() => import('./Toasts.tsx').then((m) => m.Toasts))
const Notices = () => <>{notices.use().length > 0 && <Toasts />}</>

/** A question stays on its page: Back, or a link that opens meanwhile, answers it with no. */
function QuestionsOfPage({ router }: { router: typeof Router }) {
  const dismiss = useDismiss()
  useEffect(() => router.subscribe('onBeforeLoad', ({ pathChanged }) => void (pathChanged && dismiss())), [router, dismiss])
  return null
}

export function App({ router }: { router: typeof Router }) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={LastResort} onCatch={(error) => reportError('page', error)}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queryClient}>
          <LoadingBar bar={bar} />
          <Notices />
          <LockGate>
            <ConfirmProvider>
              <QuestionsOfPage router={router} />
              <RouterProvider router={router} />
            </ConfirmProvider>
          </LockGate>
        </QueryClientProvider>
      </MantineProvider>
    </CatchBoundary>
  )
}
