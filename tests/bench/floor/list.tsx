import {
  ActionIcon,
  Badge,
  Button,
  Card,
  Drawer,
  Group,
  NativeSelect,
  NavLink,
  Pagination,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Row } from './rows.ts'

/** A list as ours on a phone: search, filters, a card of as many lines for each row, with chips and a menu, and the pager; of Mantine's components as they come. */
export function List({ title, rows, total }: { title: string; rows: readonly Row[]; total: number }) {
  const [opened, open] = useState<number>()
  return (
    <Stack>
      <Title>
        {title} · {total}
      </Title>
      <Group>
        <TextInput type="search" aria-label="Cerca" placeholder="Cerca" />
        <Button variant="default">Filtri</Button>
      </Group>
      {rows.map(({ id, number, station, date, model, outcome, score, state }) => (
        <Card key={id} withBorder padding="sm">
          <Group justify="space-between" wrap="nowrap">
            <Link to={'/vuota' as string} data-row={id}>
              {number}
            </Link>
            <ActionIcon variant="subtle" aria-label="Azioni" aria-haspopup="menu" onClick={() => open(id)}>
              ⋮
            </ActionIcon>
          </Group>
          <Text c="dimmed">{station}</Text>
          <dl>
            <dt>Data</dt>
            <dd>{new Date(date).toLocaleDateString('it-IT')}</dd>
            <dt>Modello</dt>
            <dd>{model}</dd>
            <dt>Esito</dt>
            <dd>
              <Badge color="green">{outcome}</Badge>
            </dd>
            <dt>Punteggio</dt>
            <dd>{score}</dd>
            <dt>Stato</dt>
            <dd>
              <Badge color="gray">{state}</Badge>
            </dd>
          </dl>
        </Card>
      ))}
      <Group justify="space-between">
        <Text>
          1–{rows.length} di {total}
        </Text>
        <Pagination total={Math.ceil(total / rows.length)} withPages={false} />
        <NativeSelect aria-label="Righe per pagina" data={['15', '25', '50']} />
      </Group>
      {opened !== undefined && (
        <Drawer opened position="bottom" title={rows.find(({ id }) => id === opened)?.number} onClose={() => open(undefined)}>
          <NavLink component="button" label="Elimina" />
        </Drawer>
      )}
    </Stack>
  )
}
