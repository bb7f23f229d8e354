import { NavLink, Text } from '@mantine/core'
import { italianScore } from '../../contract/inspection-italian.ts'
import { useEditor } from './editor.ts'
import { useEditing } from './inputs/context.ts'
import type { Step } from './steps.ts'

interface SectionListProps {
  steps: Step[]
  /** The step in view; -1 for none. */
  at: number
  onStep: (step: number) => void
}

/** The sections with how far each is and its score so far; a tap goes to its first question. */
export function SectionList({ steps, at, onStep }: SectionListProps) {
  const editor = useEditing()
  const rechecked = useEditor(editor, ({ evaluation }) => evaluation.previous.map((check) => check.resolved !== null))
  const sections = useEditor(editor, ({ evaluation }) =>
    evaluation.sections.map(({ section: { key, name }, blocks, answered, total, score }) => {
      const keys = blocks.flatMap((block) => block.questions.map((question) => question.key))
      const unknown = evaluation.unchecked.some((item) => item.section === key && item.question === null)
      return { key, name, keys, answered, total, score, unknown }
    }),
  )
  const first = (keys: string[]) => steps.findIndex(({ asked }) => asked.some(({ key }) => keys.includes(key)))
  const here = steps[at]?.asked[0]?.key
  return (
    <>
      {rechecked.length > 0 && (
        <NavLink
          component="button"
          label="Non conformità aperte"
          description={`${rechecked.filter(Boolean).length} di ${rechecked.length}`}
          active={at === 0}
          onClick={() => onStep(0)}
        />
      )}
      {sections.map(({ key, name, keys, answered, total, score, unknown }) => {
        if (keys.length === 0 && !unknown) return null
        const added = steps.findIndex((step) => step.unknown && step.title === name)
        return (
          <NavLink
            key={key}
            component="button"
            label={name}
            description={unknown ? `${total ? `${answered} di ${total} · ` : ''}attrezzature non note` : `${answered} di ${total}`}
            active={(!!here && keys.includes(here)) || (unknown && at === added)}
            rightSection={
              score !== null && (
                <Text size="sm" span>
                  {italianScore(score)}
                </Text>
              )
            }
            onClick={() => onStep(Math.max(0, keys.length ? first(keys) : added))}
          />
        )
      })}
    </>
  )
}
