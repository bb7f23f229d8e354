import { Button, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { PieceKind } from '../../contract/equipment/piece-kinds.ts'
import { pieces } from '../../contract/equipment/pieces.ts'
import type { TICKET_EQUIPMENT } from '../../contract/tickets/words.ts'
import { useRecordDialog } from '../../crud/form/record-dialog.ts'
import type { CrudContext, CrudResource, CrudWords } from '../../crud/list/crud-types.ts'
import { pageOf } from '../../crud/list/use-rows.ts'
import { Attachments } from '../../crud/record/Attachments.tsx'
import { useDelete } from '../../crud/record/delete.ts'
import { Facts } from '../../crud/record/Facts.tsx'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { labelAndRequired } from '../../rules/shared/schema-fields.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconCopy, IconPencil, IconTrash } from '../../ui/icons.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'
import { part } from '../../ui/part.tsx'
import { PieceAnswers, PiecePhotos, PieceTickets } from './PieceHistory.tsx'
import { partOf } from './piece-link.ts'

const CrudDialog = part(() => import('../../crud/form/CrudDialog.tsx').then((m) => m.CrudDialog))

type TicketEquipment = keyof typeof TICKET_EQUIPMENT
interface PieceShowProps {
  id: number
  kind: PieceKind
  station: number
  resource: CrudResource
  words: CrudWords
  context: CrudContext
  name: (piece: object) => string
  more?: ((piece: object) => Readonly<Record<string, React.ReactNode>>) | undefined
  below?: ((piece: object) => React.ReactNode) | undefined
  hidden?: readonly string[] | undefined
}
/** One piece of equipment: what it is, its files and photos, what verifiche have said of it, its tickets. */
export function PieceShow({ id, kind, station, resource, words, context, name, more, below, hidden = [] }: PieceShowProps) {
  const { data, isError, refetch } = useQuery(query(resource.list as never, { is_paginated: 0, ...context.list } as never))
  const rows = pageOf<{ id: number }>(data as never)?.data
  const piece = rows?.find((row) => row.id === id)
  const back = { to: '/stazioni/$id', params: { id: station }, search: { scheda: 'attrezzature', parte: partOf[kind] } } as const
  const title = useRef<HTMLHeadingElement>(null)
  // The pressed row is gone with the list, and its focus with it; another element that has the focus now keeps it.
  const there = !!piece
  useEffect(() => {
    if (there && document.activeElement === document.body) title.current?.focus()
  }, [there])
  if (!rows) return isError ? <ErrorState onRetry={() => void refetch()} /> : <LoadingRows />
  return (
    <Stack gap="lg">
      <LinkAnchor {...back}>
        <span aria-hidden>←</span> {words.title}
      </LinkAnchor>
      {piece ? (
        <>
          <Group justify="space-between">
            <Title order={2} ref={title} tabIndex={-1}>
              {name(piece)}
            </Title>
            <Group gap="xs">
              <OpenTicket kind={kind} id={id} station={station} />
              <Actions {...{ id, resource, words, context, back }} called={name(piece)} />
            </Group>
          </Group>
          <Facts
            resource={resource as never}
            record={piece as never}
            without={[...hidden, ...dated(resource, more?.(piece))] as never[]}
            more={more?.(piece) ?? {}}
          />
          {below?.(piece)}
          <Told kind={kind} id={id} />
        </>
      ) : (
        <EmptyState message="Non è tra le attrezzature di questo punto vendita." />
      )}
    </Stack>
  )
}
/** The fields that are told otherwise: those of the same label. */
const dated = ({ update }: CrudResource, more: object = {}) =>
  Object.keys(update.body?.entries ?? {}).filter((field) => (labelAndRequired(update.body!, field).label ?? field) in more)

interface ActionsProps extends Pick<PieceShowProps, 'id' | 'resource' | 'words' | 'context'> {
  called: string
  back: object
}
function Actions({ id, resource, words, context, called, back }: ActionsProps) {
  const dialog = useRecordDialog()
  const navigate = useNavigate()
  const remove = useDelete(resource.remove, words.thing)
  if (!useCan()(resource.update.policy) || context.locked) return null
  const removed = async () => (await remove({ id, ...context.remove } as never, called)) && navigate({ ...back, replace: true } as never)
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconPencil />} onClick={() => dialog.show(id)}>
        Modifica
      </Button>
      <Button variant="default" leftSection={<IconCopy />} onClick={() => dialog.show('nuovo', id)}>
        Duplica
      </Button>
      <Button variant="subtle" color="red" leftSection={<IconTrash />} onClick={() => void removed()}>
        Elimina
      </Button>
      {dialog.subject && <CrudDialog resource={resource} words={words} form={undefined} context={context} />}
    </Group>
  )
}

/** Pieces that a ticket may be about, as it calls them. */
const ticketed: Partial<Record<PieceKind, TicketEquipment>> = {
  ...{ dispenser: 'dispenser', tank: 'tank', station_device: 'device', pos: 'pos' },
  ...{ fire_extinguisher: 'extinguisher', network_device: 'network_device' },
}
function OpenTicket({ kind, id, station }: { kind: PieceKind; id: number; station: number }) {
  const tipo = ticketed[kind]
  const may = useCan()('tickets.open')
  if (!tipo || !may) return null
  return (
    <LinkButton
      to="/tickets/$slug/{-$id}"
      params={{ slug: 'nuovo', id: undefined }}
      search={{ pv: station, tipo, pezzo: id }}
      variant="default"
    >
      Apri ticket
    </LinkButton>
  )
}

function Told({ kind, id }: { kind: PieceKind; id: number }) {
  const { data, isError, refetch } = useQuery(query(pieces.get, { kind, id }))
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows rows={3} />
  return (
    <>
      <section aria-labelledby="piece-files">
        <Title order={3} id="piece-files" mb="xs">
          File e foto
        </Title>
        <PiecePhotos kind={kind} id={id} files={data.files} />
        <Attachments resource={pieces as never} record={{ id, files: data.files }} of={{ kind }} locked={!data.writable} />
      </section>
      <PieceAnswers answers={data.answers} />
      <PieceTickets tickets={data.tickets} />
    </>
  )
}
