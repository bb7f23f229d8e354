import { Button, Popover, ScrollArea, Text, UnstyledButton } from '@mantine/core'
import { IconExclamationCircle } from '../../../ui/icons.tsx'
import classes from './Editor.module.css'
import type { Problem } from './problems.ts'

interface ProblemListProps {
  problems: readonly Problem[]
  opened: boolean
  onChange: (opened: boolean) => void
  onPick: (problem: Problem) => void
}
/** How much is to be put right; opened, each with where it stands, which leads there. */
export const ProblemList = ({ problems, opened, onChange, onPick }: ProblemListProps) => (
  <Popover position="bottom-end" width={380} trapFocus returnFocus opened={opened} onChange={onChange}>
    <Popover.Target>
      <Button variant="light" color="red" leftSection={<IconExclamationCircle size={18} />} onClick={() => onChange(!opened)}>
        {problems.length === 1 ? 'Un punto da correggere' : `${problems.length} punti da correggere`}
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label="Da correggere">
      <Text fw={600} mb="xs">
        Prima di attivarlo
      </Text>
      <ScrollArea.Autosize mah={360}>
        <ul className={classes.problems}>
          {problems.map((problem) => (
            <li key={`${problem.key} ${problem.what}`}>
              <UnstyledButton className={classes.pick} onClick={() => onPick(problem)}>
                <Text span>{problem.where}</Text>
                <Text span size="sm" c="red">
                  {problem.what}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
    </Popover.Dropdown>
  </Popover>
)
