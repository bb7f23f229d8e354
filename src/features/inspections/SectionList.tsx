import { NavLink, Text } from '@mantine/core'
import { italianScore } from '../../contract/inspection-italian.ts'
import type { Evaluation } from '../../contract/inspection-rules.ts'

interface SectionListProps {
  evaluation: Evaluation
  steps: { title: string; keys: string[] }[]
  /** The step in view; -1 for none. */
  at: number
  onStep: (step: number) => void
}

/** The sections with how far each is and its score so far; a tap goes to its first question. */
export function SectionList({ evaluation, steps, at, onStep }: SectionListProps) {
  const first = (keys: string[]) => steps.findIndex((step) => step.keys.some((key) => keys.includes(key)))
  const here = steps[at]?.keys[0]
  return (
    <>
      {evaluation.previous.length > 0 && (
        <NavLink
          component="button"
          label="Non conformità aperte"
          description={`${evaluation.previous.filter((check) => check.resolved !== null).length} di ${evaluation.previous.length}`}
          active={at === 0}
          onClick={() => onStep(0)}
        />
      )}
      {evaluation.sections.map(({ section, blocks, answered, total, score }) => {
        const keys = blocks.flatMap((block) => block.questions.map((question) => question.key))
        if (keys.length === 0) return null
        return (
          <NavLink
            key={section.key}
            component="button"
            label={section.name}
            description={`${answered} di ${total}`}
            active={!!here && keys.includes(here)}
            rightSection={
              score !== null && (
                <Text size="sm" span>
                  {italianScore(score)}
                </Text>
              )
            }
            onClick={() => onStep(Math.max(0, first(keys)))}
          />
        )
      })}
    </>
  )
}
