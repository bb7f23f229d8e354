import type { Sections } from './edit-sections.ts'
import { findQuestion, sectionIndex } from './edit-sections.ts'

/**
 * The open item of the editor, as the fragment of the address: Back goes back one step, and the page is not left, since only the fragment changes.
 * `''` the list of sections, `modello` the model's own data, `c_1` a section, `c_1.dati` its settings, `q_7f` the settings of a question.
 */
export interface EditorPlace {
  panel: 'none' | 'model' | 'section' | 'question'
  /** The section whose questions are shown. */
  section: string | undefined
  question: string | undefined
}
export const MODEL_PLACE = 'modello'
const SETTINGS = '.dati'
export const sectionSettings = (section: string) => section + SETTINGS

/** A key that is gone gives the place nearest to it. */
export function readEditorPlace(hash: string, sections: Sections): EditorPlace {
  const found = hash.startsWith('q_') ? findQuestion(sections, hash) : undefined
  if (found) return { panel: 'question', section: found.section.key, question: hash }
  const key = hash.endsWith(SETTINGS) ? hash.slice(0, -SETTINGS.length) : hash
  if (sectionIndex(sections, key) >= 0) return { panel: hash === key ? 'none' : 'section', section: key, question: undefined }
  return { panel: hash === MODEL_PLACE ? 'model' : 'none', section: undefined, question: undefined }
}
/** One step towards the list of sections, for the narrow screen. */
export const placeAbove = ({ panel, section }: EditorPlace): string => (panel === 'none' || panel === 'model' ? '' : (section ?? ''))
