import { Button, Group, Progress, Select, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DropZone } from '../../../crud/record/DropZone.tsx'
import { call } from '../../../lib/api.ts'
import { bytes } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { monthChoices } from '../../../rules/people/payslips.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { usePayArea } from './pay-area.ts'

const thisYear = new Date().getFullYear()
const years = Array.from({ length: 6 }, (_, ago) => String(thisYear + 1 - ago))

/** Sends PDFs and ZIPs. The period is asked for files that do not name one. */
export function UploadDialog({ onClose, onDone }: { onClose: () => void; onDone: (id: number) => void }) {
  const { kind, calls } = usePayArea()
  const [files, setFiles] = useState<readonly File[]>([])
  const [year, setYear] = useState<string | null>(null)
  const [month, setMonth] = useState<string | null>(null)
  const [percent, setPercent] = useState(0)
  const { upload } = calls
  const send = useMutation({
    mutationFn: () =>
      call(upload, { files, ...(year && { year }), ...(month && { month }) } as never, {
        onProgress: (done, total) => setPercent(total ? Math.round((100 * done) / total) : 0),
      }),
    onSuccess: (batch) => {
      onClose()
      onDone((batch as { id: number }).id)
    },
    meta: { endpoint: upload },
  })
  function add(more: readonly File[]) {
    const right = more.filter(({ name }) => /\.(pdf|zip)$/i.test(name))
    if (right.length < more.length) notify.warning('Sono ammessi solo PDF e ZIP.')
    setFiles([...files, ...right].slice(0, upload.maxFiles))
  }
  return (
    <Dialog opened onClose={onClose} title="Carica file" closeOnClickOutside={false}>
      <Stack gap="sm">
        <Text size="sm">
          Un PDF per persona, un PDF con le pagine di tutti oppure uno ZIP. Le persone si riconoscono dal codice fiscale nelle pagine o nel
          nome del file; nessuno vede niente finché non pubblichi.
        </Text>
        <DropZone onFiles={add} accept=".pdf,.zip" />
        {files.length > 0 && (
          <Group justify="space-between">
            <Text size="sm" role="status">
              {files.length === 1 ? files[0]!.name : `${files.length} file`} · {bytes(files.reduce((sum, { size }) => sum + size, 0))}
            </Text>
            <Button variant="subtle" onClick={() => setFiles([])} disabled={send.isPending}>
              Togli
            </Button>
          </Group>
        )}
        <Columns min="10rem">
          <Select label="Anno" description="Se i file non lo dicono" data={years} value={year} onChange={setYear} clearable />
          {kind === 'paghe' && (
            <Select
              label="Mese"
              description="Se i file non lo dicono"
              data={Object.entries(monthChoices).map(([value, label]) => ({ value, label }))}
              value={month}
              onChange={setMonth}
              clearable
            />
          )}
        </Columns>
        {send.isPending && <Progress value={percent} aria-label="Caricamento dei file" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button
            loading={send.isPending}
            onClick={() => (files.length ? send.mutate() : notify.warning('Assicurati di aver selezionato dei file'))}
          >
            Carica
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
