import { Alert, Button, FileButton, Group, Stack, Table, TableScrollContainer, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ecommerceProducts } from '../../../contract/shop/products.ts'
import { call } from '../../../lib/api.ts'
import { count } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { IconUpload } from '../../../ui/icons.tsx'
import { type PhotoFile, photoFiles } from './photo-files.ts'

const photos = (many: number) => (many === 1 ? '1 foto' : `${count(many)} foto`)
function told(stored: number, failed: number) {
  const good = stored === 1 ? '1 foto caricata' : `${count(stored)} foto caricate`
  return `${good}${failed ? `, ${failed === 1 ? '1 non riuscita' : `${count(failed)} non riuscite`}` : ''}.`
}
/** What became of a file: true if it was stored, else the reason. */
type Outcome = true | string

/** Sends a photo for its article as it is now, so that a change of another field meanwhile is no conflict. */
async function store({ article, file }: PhotoFile): Promise<Outcome> {
  try {
    const { id, rev } = await call(ecommerceProducts.get, { id: article!.id })
    await call(ecommerceProducts.update, { id, rev, files: [file] })
    return true
  } catch (error) {
    return (error as Error).message
  }
}

/** "Carica foto": many photos at once, each named by the code of its article; nothing is sent before the list was seen. */
export function ProductPhotos({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<PhotoFile, Outcome>>(new Map())
  const [sending, setSending] = useState(false)
  const stopped = useRef(false)
  const stop = () => {
    stopped.current = true
  }
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  const read = useMutation({
    async mutationFn(chosen: File[]) {
      const { data } = await call(ecommerceProducts.list, { is_paginated: 0 })
      return photoFiles(chosen, data)
    },
    onMutate: () => setOutcomes(new Map()),
    meta: { quiet: () => true },
  })
  const files = read.data ?? []
  const left = files.filter((one) => one.article && outcomes.get(one) !== true)
  const sent = [...outcomes.values()].filter((outcome) => outcome === true).length

  async function send() {
    stopped.current = false
    setSending(true)
    for (const one of left) {
      if (stopped.current) break
      const outcome = await store(one)
      setOutcomes((before) => new Map(before).set(one, outcome))
    }
    setSending(false)
    await client.invalidateQueries({ queryKey: [ecommerceProducts.list.resource] })
  }
  return (
    <Dialog opened onClose={onClose} title="Carica foto degli articoli" size="xl">
      <Stack>
        <Text size="sm">
          Foto JPG, PNG o WebP, anche in uno ZIP: il nome di ogni file è il codice dell’articolo, per esempio GUA-01.jpg. Una foto
          sostituita non si recupera.
        </Text>
        <Group>
          <FileButton multiple accept=".jpg,.jpeg,.png,.webp,.zip" onChange={(chosen) => chosen.length && read.mutate(chosen)}>
            {(props) => (
              <Button
                {...props}
                variant={files.length ? 'default' : 'filled'}
                leftSection={<IconUpload />}
                loading={read.isPending}
                disabled={sending}
              >
                {files.length ? 'Scegli altri file' : 'Scegli foto o ZIP'}
              </Button>
            )}
          </FileButton>
        </Group>
        {read.error && (
          <Alert color="red" role="alert">
            {read.error.message}
          </Alert>
        )}
        {files.length > 0 && <Found files={files} outcomes={outcomes} />}
        {files.length > 0 && (
          <Group justify="space-between">
            <Text size="sm" role="status">
              {outcomes.size > 0 && told(sent, outcomes.size - sent)}
            </Text>
            <Group gap="xs">
              {sending ? (
                <Button variant="default" onClick={stop}>
                  Interrompi
                </Button>
              ) : (
                <Button variant="default" onClick={onClose}>
                  Chiudi
                </Button>
              )}
              {(left.length > 0 || sending) && (
                <Button loading={sending} onClick={() => void send()}>
                  Carica {photos(left.length)}
                </Button>
              )}
            </Group>
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}

const said = ({ article, problem }: PhotoFile, outcome: Outcome | undefined) =>
  problem ?? (outcome === true ? 'Caricata' : (outcome ?? (article?.photo ? 'Sostituisce la foto che c’è' : 'Da caricare')))
const Found = ({ files, outcomes }: { files: readonly PhotoFile[]; outcomes: ReadonlyMap<PhotoFile, Outcome> }) => (
  <TableScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
    <Table aria-label="File scelti">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>File</Table.Th>
          <Table.Th>Articolo</Table.Th>
          <Table.Th>Stato</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {files.map((one) => (
          <Table.Tr key={one.key}>
            <Table.Td>{one.file.name}</Table.Td>
            <Table.Td>{one.article ? `${one.article.code} ${one.article.name}` : '–'}</Table.Td>
            <Table.Td>{said(one, outcomes.get(one))}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </TableScrollContainer>
)
