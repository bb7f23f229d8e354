import { Button, Text, UnstyledButton } from '@mantine/core'
import { italianScore } from '../../rules/shared/italian.ts'
import { Chip } from '../../ui/Chip.tsx'
import { IconClipboardText } from '../../ui/icons.tsx'
import classes from './Compile.module.css'
import { useEditor } from './editor.ts'
import { useInspectionEditor } from './inputs/editor-context.ts'
import { ProgressRing } from './ProgressRing.tsx'
import { openKeys, type Step } from './steps.ts'

interface SectionListProps {
  steps: Step[]
  /** The step in view; -1 for none. */
  at: number
  onStep: (step: number) => void
  /** "Prossima senza risposta". */
  onOpen: () => void
  onSummary: () => void
}
interface RowProps {
  name: string
  answered: number
  total: number
  /** Points still to complete there. */
  missing: number
  score?: number | null
  nonConforming?: number
  unknown?: boolean
  here: boolean
  onOpen: () => void
}

/** The sections with how far each is, its non-conformities and its score so far; a tap goes to its first question. The closing page comes last. */
export function SectionList({ steps, at, onStep, onOpen, onSummary }: SectionListProps) {
  const editor = useInspectionEditor()
  const open = useEditor(editor, ({ evaluation }) => openKeys(evaluation).length)
  const missing = useEditor(editor, ({ evaluation }) => evaluation.missing.length)
  const rechecked = useEditor(editor, ({ evaluation }) => evaluation.previous.map((check) => check.resolved !== null))
  const recheckMissing = useEditor(editor, ({ evaluation }) => evaluation.missing.filter(({ kind }) => kind === 'previous').length)
  const sections = useEditor(editor, ({ evaluation }) =>
    evaluation.sections.map(({ section: { key, name }, blocks, answered, total, score }) => {
      const questions = blocks.flatMap((block) => block.questions)
      const nonConforming = questions.filter(({ nc }) => nc).length
      const unknown = evaluation.unchecked.some((item) => item.section === key && item.question === null)
      const missing = evaluation.missing.filter((item) => item.section === key).length
      return { key, name, keys: questions.map((question) => question.key), answered, total, missing, score, nonConforming, unknown }
    }),
  )
  const here = steps[at]?.asked[0]?.key
  return (
    <>
      {open > 0 && (
        <Button fullWidth variant="light" mb="xs" onClick={onOpen}>
          Prossima senza risposta
        </Button>
      )}
      {rechecked.length > 0 && (
        <Row
          name="Non conformità aperte"
          answered={rechecked.filter(Boolean).length}
          total={rechecked.length}
          missing={recheckMissing}
          here={at === 0}
          onOpen={() => onStep(0)}
        />
      )}
      {sections.map(({ key, keys, ...row }) => {
        if (keys.length === 0 && !row.unknown) return null
        // If the equipment is not known, the section has a step of its own that says so.
        const added = steps.findIndex((step) => step.unknown && step.title === row.name)
        const first = steps.findIndex(({ asked }) => asked.some((one) => keys.includes(one.key)))
        return (
          <Row
            key={key}
            {...row}
            here={(!!here && keys.includes(here)) || (row.unknown && at === added)}
            onOpen={() => onStep(Math.max(0, keys.length ? first : added))}
          />
        )
      })}
      <UnstyledButton className={classes.row} onClick={onSummary}>
        <IconClipboardText size={32} />
        <span className={classes.rowWords}>
          <Text span fw={500} display="block">
            Riepilogo
          </Text>
          <Text span c="dimmed" display="block">
            {missing === 0 ? 'Pronta da completare' : missing === 1 ? 'Un punto da completare' : `${missing} punti da completare`}
          </Text>
        </span>
      </UnstyledButton>
    </>
  )
}
function Row({ name, answered, total, missing, score = null, nonConforming = 0, unknown = false, here, onOpen }: RowProps) {
  return (
    <UnstyledButton className={classes.row} data-here={here || undefined} aria-current={here ? 'step' : undefined} onClick={onOpen}>
      <ProgressRing done={answered} of={total} missing={missing} />
      <span className={classes.rowWords}>
        <Text span fw={500} display="block">
          {name}
        </Text>
        <Text span c="dimmed" display="block">
          {unknown ? `${total ? `${answered} di ${total} · ` : ''}attrezzature non note` : `${answered} di ${total}`}
          {answered === total && missing > 0 && ` · ${missing} da completare`}
          {score !== null && ` · punteggio ${italianScore(score)}`}
        </Text>
      </span>
      {nonConforming > 0 && <Chip color="red">{nonConforming} NC</Chip>}
    </UnstyledButton>
  )
}
