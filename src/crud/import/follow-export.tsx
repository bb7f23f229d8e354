import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { exporting } from '../../contract/kernel/exporting.ts'
import { type Job, jobs } from '../../contract/kernel/jobs.ts'
import { call } from '../../lib/api.ts'
import { count } from '../../lib/format.ts'
import { type Notice, notices, notify } from '../../lib/notify.ts'
import { session } from '../../lib/session.ts'
import { download } from './download.ts'

const LIVE_MS = 1_500
const isRunning = ({ status }: Pick<Job, 'status'>) => status === 'in_coda' || status === 'in_corso'
const fetchFile = (id: number) => void download(exporting.file, { id }).catch((error: Error) => notify.error(error.message))

/**
 * Follows an export on whatever page the person is, and offers the file when it is done. Ends with the page or the session; the file is
 * then in "Storico job".
 */
export async function followExport({ id, description }: Job) {
  const user = session.get().user?.id
  const toast = { id: `export-${id}`, autoClose: false as const, title: description, closeButtonProps: { 'aria-label': 'Chiudi' } }
  notifications.show({ ...toast, loading: true, message: 'In coda…', role: 'status' })
  for (;;) {
    await new Promise((go) => setTimeout(go, LIVE_MS))
    if (session.get().user?.id !== user) return notifications.hide(toast.id)
    // A call that fails for want of a network, or is cancelled by navigation, is repeated.
    const job = await call(jobs.get, { id }).catch(() => undefined)
    if (!job) continue
    if (isRunning(job)) {
      if (job.items) notifications.update({ ...toast, loading: true, message: `${count(job.done)} di ${count(job.items)} parti` })
      continue
    }
    notifications.hide(toast.id)
    if (!job.file) return notify.error(`${description}: non riuscita. ${job.log[0]?.text ?? ''}`.trim())
    const content = `${description}: il file è pronto, anche in Storico job.`
    const notice: Notice = { id: toast.id, content, color: 'success', at: Date.now() }
    notices.set([notice, ...notices.get()].slice(0, 50))
    return notifications.show({
      ...{ ...toast, color: 'green', role: 'status' },
      message: (
        <Group justify="space-between" gap="xs">
          Il file è pronto.
          <Button onClick={() => fetchFile(id)}>Scarica</Button>
        </Group>
      ),
    })
  }
}
