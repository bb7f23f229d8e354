import { Button, Stack, Title } from '@mantine/core'
import { QUESTION_TYPES, type QuestionType } from '../../../contract/inspections/labels.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import classes from './Editor.module.css'
import { TYPE_GROUPS } from './new-question.ts'

interface TypePickerProps {
  opened: boolean
  onPick: (type: QuestionType) => void
  onClose: () => void
}
/** The types of question, by what is done with them. */
export function TypePicker({ opened, onPick, onClose }: TypePickerProps) {
  const phone = usePhone()
  return (
    <Dialog opened={opened} onClose={onClose} title="Tipo di domanda" size="lg" fullScreen={phone}>
      <Stack gap="md">
        {TYPE_GROUPS.map(({ name, types }) => (
          <section key={name} aria-label={name}>
            <Title order={3} mb="xs">
              {name}
            </Title>
            <Columns min="9rem">
              {types.map((type) => (
                <Button key={type} variant="default" px="xs" classNames={{ label: classes.wrap }} onClick={() => onPick(type)}>
                  {QUESTION_TYPES[type]}
                </Button>
              ))}
            </Columns>
          </section>
        ))}
      </Stack>
    </Dialog>
  )
}
