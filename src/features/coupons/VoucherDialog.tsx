import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { coupons } from '../../contract/coupons/coupons.ts'
import { type CheckedVoucher, vouchers } from '../../contract/coupons/vouchers.ts'
import { NO_STATION } from '../../contract/coupons/words.ts'
import { stations } from '../../contract/stations/stations.ts'
import { type HintOf, ResourceSelect } from '../../crud/form/ResourceSelect.tsx'
import { TextDialog } from '../../crud/form/TextDialog.tsx'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { day, dayTime, euro } from '../../lib/format.ts'
import { query, useSend } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { serialInGroups, serialOf, serialRefusal } from '../../rules/coupons/serial.ts'
import { CodeScanner } from '../../ui/CodeScanner.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { voucherChip } from './order.ts'

type StationHint = HintOf<typeof stations.choices>
/** A serial that is typed or scanned, and what the server says of it. `serial`: looked at once. `onRight`: it can be one. */
function useCheck(serial: string | undefined, onRight: () => void) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [found, setFound] = useState<CheckedVoucher>()
  const look = async (text: string) => {
    const serial = serialOf(text)
    setTyped(serialInGroups(serial))
    setFound(undefined)
    const wrong = serialRefusal(serial)
    setError(wrong)
    if (wrong) return
    onRight()
    try {
      setFound(await call(vouchers.check, { serial }))
    } catch (cause) {
      setError(cause instanceof ApiError ? (cause.fields?.serial ?? cause.message) : 'Errore nel caricamento.')
    }
  }
  const first = useRef(serial)
  useEffect(() => {
    if (first.current) void look(first.current)
    first.current = undefined
  })
  return { typed, setTyped, error, found, setFound, look }
}

/** "Verifica buono": by the camera or by hand; shows state, amount and order, and redeems or voids it for people who may. `serial`: looked at once. */
export function VoucherDialog({ serial, onClose }: { serial?: string | undefined; onClose: () => void }) {
  const phone = usePhone()
  const can = useCan()
  const confirm = useConfirm()
  const [scanning, setScanning] = useState(false)
  const { typed, setTyped, error, found, setFound, look } = useCheck(serial, () => setScanning(false))
  const [chosen, setStation] = useState<StationHint | null>(null)
  // Who does not write orders redeems at a station of the own: mostly there is one.
  const everywhere = can(coupons.update.policy)
  const { data: own } = useQuery({ ...query(stations.suggest, {}), enabled: !everywhere })
  const station = chosen ?? (own?.length === 1 ? own[0]! : null)
  const [voiding, setVoiding] = useState(false)
  const redeem = useSend(vouchers.redeem)
  const cancel = useSend(vouchers.void)
  /** The serial that was to be used without a station. */
  const [placeless, setPlaceless] = useState<string>()
  const sent = redeem.variables
  // Said of this voucher at this station, not of the one before.
  const refused =
    !station && placeless === typed
      ? NO_STATION
      : sent?.serial === typed && sent.station_id === station?.id && redeem.error?.fields?.station_id
  const use = async (voucher: CheckedVoucher) => {
    if (!everywhere && !station) return setPlaceless(typed)
    const sure = await confirm({
      title: 'Utilizzare il buono?',
      message: `Il buono da ${euro(voucher.denomination, 2)} si segna come utilizzato ${station ? `presso ${station.code} ${station.name}` : 'senza un punto vendita'} e non varrà più: non si torna indietro.`,
      confirm: 'Utilizza',
    })
    if (sure) await redeem.mutateAsync({ serial: typed, ...(station && { station_id: station.id }) }).then(setFound, () => look(typed))
  }
  if (scanning)
    return (
      <CodeScanner title="Inquadra il QR del buono" onRead={(code) => void look(code)} onClose={() => setScanning(false)} error={error} />
    )
  return (
    <Dialog opened onClose={onClose} title="Verifica buono" fullScreen={phone}>
      <Stack>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void look(typed)
          }}
        >
          <Stack gap="sm">
            <TextInput
              label="Codice del buono"
              value={typed}
              error={error}
              maxLength={40}
              autoCapitalize="characters"
              autoComplete="off"
              data-autofocus
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Group>
              <Button type="submit">Verifica</Button>
              <Button variant="default" onClick={() => setScanning(true)}>
                Usa la fotocamera
              </Button>
            </Group>
          </Stack>
        </form>
        {found && <Told voucher={found} usedNow={found === redeem.data} />}
        {found?.status === 'issued' && can(vouchers.redeem.policy) && (
          <ResourceSelect
            label="Punto vendita"
            required={!everywhere}
            description="Dove il buono viene utilizzato."
            source={everywhere ? stations.choices : stations.suggest}
            say={({ code, name }: StationHint) => `${code} ${name}`}
            value={station?.id ?? null}
            // The field comes and goes with each voucher, and must show what will be sent.
            chosen={station}
            onChange={(_, hint) => setStation(hint)}
            error={refused}
          />
        )}
        {found && <Acts voucher={found} busy={redeem.isPending} onUse={() => void use(found)} onVoid={() => setVoiding(true)} />}
        {voiding && (
          <TextDialog
            title="Annulla buono"
            label="Motivo"
            max={500}
            draft="annulla-buono"
            color="red"
            about="Il buono non varrà più. L'operazione non può essere annullata."
            onSend={(reason) =>
              cancel
                .mutateAsync({ serial: typed, reason })
                .then(setFound)
                .then(() => setVoiding(false))
            }
            onClose={() => setVoiding(false)}
          />
        )}
      </Stack>
    </Dialog>
  )
}

interface ToldProps {
  voucher: CheckedVoucher
  /** This is the answer to its use here. Looked at again it is a used one like any other: whoever brings it twice must not be told that it is done. */
  usedNow: boolean
}
const Told = ({ voucher: { status, denomination, order, used_at, used_in, expires_at }, usedNow }: ToldProps) => (
  <Stack gap="xs" role="status">
    <Group>
      <StatusChip {...voucherChip({ status })} />
      <Text fz="1.5rem" fw={600}>
        {euro(denomination, 2)}
      </Text>
    </Group>
    <Text fw={500}>
      {status === 'issued' ? 'Il buono è valido.' : usedNow ? 'Fatto: il buono è stato utilizzato.' : 'Il buono non è valido.'}
    </Text>
    <Text>Ordine {order}</Text>
    <Text c="dimmed">{used_at ? `Utilizzato il ${dayTime(used_at)}${used_in ? `, ${used_in}` : ''}` : `Scadenza ${day(expires_at)}`}</Text>
  </Stack>
)
interface ActsProps {
  voucher: CheckedVoucher
  busy: boolean
  onUse: () => void
  onVoid: () => void
}
function Acts({ voucher: { status }, busy, onUse, onVoid }: ActsProps) {
  const can = useCan()
  return (
    <Group>
      {status === 'issued' && can(vouchers.redeem.policy) && (
        <Button loading={busy} onClick={onUse}>
          Utilizza buono
        </Button>
      )}
      {(status === 'issued' || status === 'expired') && can(vouchers.void.policy) && (
        <Button variant="default" onClick={onVoid}>
          Annulla buono
        </Button>
      )}
    </Group>
  )
}
