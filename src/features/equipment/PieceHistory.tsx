import { Group, Table, TableScrollContainer, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PieceKind } from '../../contract/equipment/piece-kinds.ts'
import { type Piece, pieces } from '../../contract/equipment/pieces.ts'
import type { StoredFile } from '../../contract/kernel/attachments.ts'
import { StoredPicture } from '../../crud/record/StoredPicture.tsx'
import { day, dayTime } from '../../lib/format.ts'
import { LinkAnchor } from '../../ui/links.tsx'

/** The pictures among the files of a piece, small. */
export function PiecePhotos({ kind, id, files }: { kind: PieceKind; id: number; files: readonly StoredFile[] }) {
  const photos = files.filter(({ mime }) => mime.startsWith('image/'))
  if (!photos.length) return null
  return (
    <Group gap="sm" mb="sm">
      {photos.map((file) => (
        <StoredPicture
          key={file.id}
          source={pieces.file}
          input={{ kind, id, fileId: file.id }}
          at={file.created_at}
          alt={file.name}
          height={120}
        />
      ))}
    </Group>
  )
}

interface RowsProps {
  id: string
  title: string
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}
/** Nothing is said where nothing is known: most pieces have neither. */
function Rows({ id, title, heads, rows }: RowsProps) {
  if (!rows.length) return null
  return (
    <section aria-labelledby={id}>
      <Title order={3} id={id} mb="xs">
        {title}
      </Title>
      <TableScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((cells, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change their order while they are shown
              <Table.Tr key={at}>
                {cells.map((cell, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as the columns
                  <Table.Td key={place}>{cell}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableScrollContainer>
    </section>
  )
}

/** Answers of verifiche about it, newest first. */
export const PieceAnswers = ({ answers }: Pick<Piece, 'answers'>) => (
  <Rows
    id="piece-answers"
    title="Nelle verifiche"
    heads={['Data', 'Verifica', 'Domanda', 'Risposta', 'Note']}
    rows={answers.map((one) => [
      one.date && day(one.date),
      <LinkAnchor key="inspection" to="/verifiche/$id" params={{ id: one.inspection }}>
        {one.inspection.replace('-', '/')} {one.model_name}
      </LinkAnchor>,
      one.question,
      one.text,
      [one.note, one.photos && `${one.photos} foto`].filter(Boolean).join(' · '),
    ])}
  />
)
const states: Readonly<Record<number, string>> = { 1: 'Aperto', 2: 'Assegnato', 3: 'In lavorazione', 4: 'In attesa', 5: 'Chiuso' }
const TicketLink = ({ number }: { number: string }) => (
  <LinkAnchor to="/tickets/$slug/{-$id}" params={{ slug: number.split('/')[0]!, id: Number(number.split('/')[1]) }}>
    {number}
  </LinkAnchor>
)
export const PieceTickets = ({ tickets }: Pick<Piece, 'tickets'>) => (
  <Rows
    id="piece-tickets"
    title="Ticket"
    heads={['Numero', 'Oggetto', 'Stato', 'Aperto il']}
    rows={tickets.map((one) => [
      <TicketLink key="ticket" number={one.number} />,
      one.subject,
      states[one.status_id],
      dayTime(one.created_at),
    ])}
  />
)
