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

/** "Nuovo QR": for a station that has none, made here of an address, or loaded as a picture. */
export function QrDialog({ onClose }: { onClose: () => void }) {
  const [station, setStation] = useState<number | null>(null)
  const [name, setName] = useState('')
  const [way, setWay] = useState<'made' | 'loaded'>('made')
  const [url, setUrl] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [errors, setErrors] = useState<Errors>({})
  const key = useRef({ content: '', value: '' })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      // Sent again after a lost answer it is made once; of something else it is another.
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
    onSuccess: onClose,
    onError: (failed) => {
      if (failed instanceof ApiError)
        setErrors({
          name: failed.fields.name,
          url: failed.fields.url,
          file: failed.status === 413 || failed.status === 415 ? failed.message : undefined,
        })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const wrong: Errors = {
      station: station ? undefined : required('station'),
      name: name.trim() ? undefined : required('name'),
      file:
        way === 'loaded'
          ? !file
            ? required('file')
            : file.size > MAX_QR_BYTES
              ? 'Il file supera la dimensione massima di 5 MB.'
              : undefined
          : undefined,
    }
    setErrors(wrong)
    if (!Object.values(wrong).some(Boolean)) mutate()
  }
  const others = error && !Object.values(errors).some(Boolean) ? error.message : undefined
  return (
    <Dialog opened onClose={onClose} title="Nuovo QR" closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <ResourceSelect
            label={LABELS.station}
            required
            source={qr.available}
            say={({ code, name, city }) => `${code} ${name}, ${city}`}
            description="Chi ha già un QR non è nell’elenco."
            value={station}
            error={errors.station}
            data-autofocus
            onChange={setStation}
          />
          <TextInput
            label={LABELS.name}
            required
            maxLength={120}
            value={name}
            error={errors.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <SegmentedControl
            aria-label="Come si fa il QR"
            data={[
              { value: 'made', label: 'Genera' },
              { value: 'loaded', label: 'Carica immagine' },
            ]}
            value={way}
            onChange={(next) => setWay(next as typeof way)}
          />
          {way === 'made' ? (
            <TextInput
              label={LABELS.url}
              type="url"
              inputMode="url"
              placeholder="https://…"
              description="Senza, il QR apre la scheda del punto vendita in Piazzale."
              value={url}
              error={errors.url}
              onChange={(event) => setUrl(event.currentTarget.value)}
            />
          ) : (
            <FileInput
              label={LABELS.file}
              required
              accept={QR_TYPES.join()}
              placeholder="Scegli un file"
              description="PNG, JPG o WebP fino a 5 MB."
              value={file}
              error={errors.file}
              onChange={setFile}
              clearable
            />
          )}
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
