import type { Section } from '../../../contract/inspections/form.ts'
import { findQuestion } from './edit-sections.ts'
import { useModelEditor } from './editor-context.ts'
import { QuestionProperties } from './QuestionProperties.tsx'
import { SectionProperties } from './SectionProperties.tsx'

/** The settings of the question that is open, or of its section. Each record has its own inputs: text not yet read never moves to another. */
export function PropertiesPane({ section }: { section: Section }) {
  const { sections, place } = useModelEditor()
  const found = place.question ? findQuestion(sections, place.question) : undefined
  return found ? (
    <QuestionProperties key={found.question.key} question={found.question} section={found.section.key} />
  ) : (
    <SectionProperties key={section.key} section={section} />
  )
}
