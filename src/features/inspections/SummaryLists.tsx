import { Card, List, Text, Title, UnstyledButton } from '@mantine/core'
import { SEVERITIES } from '../../contract/inspections/labels.ts'
import { day } from '../../lib/format.ts'
import type { Missing } from '../../rules/inspections/missing.ts'
import type { NonConformity } from '../../rules/inspections/non-conformities.ts'
import classes from './Compile.module.css'
import { NcWords } from './NcWords.tsx'

/** The element's id: completing with something missing moves the focus here. */
export const TODO = 'todo'

interface ToCompleteProps {
  items: readonly Missing[]
  onJump: (key: string) => void
}
/** The points still to complete, each with a jump to its question. */
export function ToComplete({ items, onJump }: ToCompleteProps) {
  return (
    <Card withBorder component="section" id={TODO} tabIndex={-1}>
      <Title order={3}>Da completare ({items.length})</Title>
      <List listStyleType="none" spacing="xs" mt="xs">
        {items.map((item) => (
          <List.Item key={`${item.key}-${item.kind}`}>
            <UnstyledButton className={classes.jump} onClick={() => onJump(item.key)}>
              <Text size="sm" td="underline">
                {item.kind === 'answer' ? item.label : `${item.label}: ${item.message}`}
              </Text>
            </UnstyledButton>
          </List.Item>
        ))}
      </List>
    </Card>
  )
}

interface FoundNcsProps {
  found: readonly NonConformity[]
  onJump: (key: string) => void
}
/** The non-conformities found so far, each with a jump to its question. */
export function FoundNcs({ found, onJump }: FoundNcsProps) {
  return (
    <Card withBorder component="section">
      <Title order={3}>Non conformità</Title>
      <List listStyleType="none" spacing="xs" mt="xs">
        {found.map((nc) => (
          <List.Item key={nc.key}>
            <UnstyledButton className={classes.jump} onClick={() => onJump(nc.key)}>
              <NcWords nc={nc} />
              <Text size="sm" c="dimmed">
                {SEVERITIES[nc.severity]} · entro il {day(nc.deadline)}
              </Text>
            </UnstyledButton>
          </List.Item>
        ))}
      </List>
    </Card>
  )
}
