import { Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type NotificationChoices, notifications } from '../../../contract/notifications/notifications.ts'
import { notify } from '../../../lib/notify.ts'
import { useSend } from '../../../lib/query.ts'

const NO_TOPIC = 'Nessun gruppo di notifica previsto per questo ruolo.'
const supported = 'serviceWorker' in navigator && 'PushManager' in window
/** The service worker; undefined if none is registered, as in development, where `ready` would never resolve. */
const worker = async () => ((await navigator.serviceWorker.getRegistration()) ? navigator.serviceWorker.ready : undefined)
const own = async () => (supported ? ((await (await worker())?.pushManager.getSubscription()) ?? null) : null)

/** Turns push notices on this browser (Web Push) on and off. */
export function PushSwitch({ push: { topic, key, devices } }: { push: NotificationChoices['push'] }) {
  const { data: here, refetch } = useQuery({ queryKey: ['device', 'push'], queryFn: own, networkMode: 'always' })
  const subscribe = useSend(notifications.subscribe)
  const unsubscribe = useSend(notifications.unsubscribe)
  const busy = subscribe.isPending || unsubscribe.isPending
  const why = !topic
    ? NO_TOPIC
    : !key
      ? 'Non configurato: il server non ha ancora le sue chiavi.'
      : !supported
        ? 'Questo browser non mostra notifiche: su iPhone e iPad installa prima l’app sulla schermata iniziale.'
        : undefined
  async function turn(on: boolean) {
    try {
      if (!on) {
        if (!here) return
        await unsubscribe.mutateAsync({ endpoint: here.endpoint })
        await here.unsubscribe()
      } else if ((await Notification.requestPermission()) !== 'granted') {
        notify.warning('Il browser non permette le notifiche di questo sito: si attivano dalle sue impostazioni.')
      } else {
        const registration = await worker()
        if (!registration) return notify.warning('L’app non è ancora pronta su questo dispositivo: riprova tra qualche secondo.')
        const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
        const { keys } = made.toJSON() as { keys: { p256dh: string; auth: string } }
        await subscribe.mutateAsync({ endpoint: made.endpoint, keys }).catch((error) => {
          void made.unsubscribe()
          throw error
        })
      }
    } catch (error) {
      // A refusal of the server is shown already.
      if (error instanceof DOMException) notify.error('Il browser non riesce ad attivare le notifiche adesso.')
    }
    await refetch()
  }
  return (
    <>
      <Switch
        label="Notifiche su questo dispositivo"
        description={why ?? 'Compaiono anche quando l’app è chiusa.'}
        disabled={!!why || busy}
        checked={!why && !!here}
        onChange={({ currentTarget }) => void turn(currentTarget.checked)}
      />
      {devices > 0 && (
        <Text size="sm" c="dimmed">
          {devices === 1 ? 'Attive su 1 dispositivo.' : `Attive su ${devices} dispositivi.`}
        </Text>
      )}
    </>
  )
}
