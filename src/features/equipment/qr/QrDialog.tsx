import { Button, FileInput, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { MAX_QR_BYTES, QR_TYPES, qr } from '../../../contract/equipment/qr.ts'
import { ResourceSelect } from '../../../crud/form/ResourceSelect.tsx'
import { call } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { Dialog } from '../../../ui/Dialog.tsx'

const LABELS = { station: 'Punto vendita', name: 'Nome', url: 'Indirizzo fatturazione', file: 'Immagine' } as const
type Errors = Partial<Record<keyof typeof LABELS, string | undefined>>
const required = (field: keyof typeof LABELS) => `Il campo ${LABELS[field]} è obbligatorio.`

type Way = 'made' | 'loaded'
interface Draft {
  station: number | null
  name: string
  way: Way
  url: string
  file: File | null
}
const EMPTY: Draft = { station: null, name: '', way: 'made', url: '', file: null }

function checkDraft({ station, name, way, file }: Draft): Errors {
  const wrongFile = () =>
    !file ? required('file') : file.size > MAX_QR_BYTES ? 'Il file supera la dimensione massima di 5 MB.' : undefined
  return {
    station: station ? undefined : required('station'),
    name: name.trim() ? undefined : required('name'),
    file: way === 'loaded' ? wrongFile() : undefined,
  }
}
function errorsOf({ fields, status, message }: ApiError): Errors {
  return { name: fields.name, url: fields.url, file: status === 413 || status === 415 ? message : undefined }
}

/** Sends a draft. After a lost answer the same draft has the same key, so that it is made once; another draft is another QR. */
function useCreateQr({ station, name, way, url, file }: Draft, on: { success: () => void; refused: (errors: Errors) => void }) {
  const key = useRef({ content: '', value: '' })
  return useMutation({
    mutationFn: () => {
      const content = JSON.stringify([station, name, way, url, file?.name, file?.size])
      if (key.current.content !== content) key.current = { content, value: crypto.randomUUID() }
      const input = {
        station: station!,
        name,
        ...(way === 'made' && url.trim() && { url: url.trim() }),
        files: way === 'loaded' && file ? [file] : [],
      }
      return call(qr.create, input, { headers: { 'idempotency-key': key.current.value } })
    },
    meta: { endpoint: qr.create },
    onSuccess: on.success,
    onError: (failed) => {
      if (failed instanceof ApiError) on.refused(errorsOf(failed))
    },
  })
}

/** "Nuovo QR": for the given station, or one that has none; made here of an address, or loaded as a picture. */
export function QrDialog({ station = null, onClose }: { station?: number | null; onClose: () => void }) {
  const [draft, setDraft] = useState({ ...EMPTY, station })
  const [errors, setErrors] = useState<Errors>({})
  const { mutate, isPending, error } = useCreateQr(draft, { success: onClose, refused: setErrors })
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const wrong = checkDraft(draft)
    setErrors(wrong)
    if (!Object.values(wrong).some(Boolean)) mutate()
  }
  const others = error && !Object.values(errors).some(Boolean) ? error.message : undefined
  return (
    <Dialog opened onClose={onClose} title="Nuovo QR" closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <QrFields chosen={station === null} draft={draft} errors={errors} onChange={change} />
          {others && (
            <Text c="red" size="sm" role="alert">
              {others}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Annulla
            </Button>
            <Button type="submit" loading={isPending}>
              Salva
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface QrFieldsProps {
  /** The station is chosen here. */
  chosen: boolean
  draft: Draft
  errors: Errors
  onChange: (changes: Partial<Draft>) => void
}
const QrFields = ({ chosen, draft, errors, onChange }: QrFieldsProps) => (
  <>
    {chosen && (
      <ResourceSelect
        label={LABELS.station}
        required
        source={qr.available}
        say={({ code, name, city }) => `${code} ${name}, ${city}`}
        description="Chi ha già un QR non è nell’elenco."
        value={draft.station}
        error={errors.station}
        data-autofocus
        onChange={(station) => onChange({ station })}
      />
    )}
    <TextInput
      label={LABELS.name}
      required
      maxLength={120}
      value={draft.name}
      error={errors.name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
    <SegmentedControl
      aria-label="Come si fa il QR"
      data={[
        { value: 'made', label: 'Genera' },
        { value: 'loaded', label: 'Carica immagine' },
      ]}
      value={draft.way}
      onChange={(way) => onChange({ way: way as Way })}
    />
    {draft.way === 'made' ? (
      <TextInput
        label={LABELS.url}
        type="url"
        inputMode="url"
        placeholder="https://…"
        description="Senza, il QR apre la scheda del punto vendita in Piazzale."
        value={draft.url}
        error={errors.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
    ) : (
      <FileInput
        label={LABELS.file}
        required
        accept={QR_TYPES.join()}
        placeholder="Scegli un file"
        description="PNG, JPG o WebP fino a 5 MB."
        value={draft.file}
        error={errors.file}
        onChange={(file) => onChange({ file })}
        clearable
      />
    )}
  </>
)
