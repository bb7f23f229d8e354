import { useEffect, useState } from 'react'
import type { ModelDefinition } from '../../../contract/inspections/form.ts'
import type { Sections } from './edit-sections.ts'
import { FROZEN_FIELDS, type ModelForm } from './model-form.ts'
import { checkModel, type Faults, keepIfSame, NO_FAULTS, type Problem, problemsOf } from './problems.ts'

/** A pause in writing: the rules run over the whole model. */
const CHECK_MS = 150

/** The rules of the contract over the model being written: after each pause, and at once where a save or a preview needs the whole of it. */
export function useModelCheck(values: ModelForm['values']) {
  /** Faults are shown only after a save or a preview was refused. */
  const [told, setTold] = useState(false)
  /** The model shown by the preview: the last complete one. */
  const [shown, setShown] = useState<ModelDefinition | null>(null)
  const sections = values.useValue('categories') as Sections
  const own = () => Object.fromEntries(FROZEN_FIELDS.map((name) => [name, values.get(name)]))
  const [checked, setChecked] = useState(() => checkModel(own(), sections))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the model's own fields are checked by their form, and all together when saving
  useEffect(() => {
    const timer = setTimeout(() => {
      const now = checkModel(own(), sections)
      setChecked((before) => keepIfSame(before, now))
      setShown((before) => before && (now.definition ?? before))
    }, CHECK_MS)
    return () => clearTimeout(timer)
  }, [sections])
  const isTold = (key: string) => told || checked.forward.has(key)
  /** Checks without waiting. `first` is the fault to open where there is no definition. */
  function checkNow(): { definition?: ModelDefinition; first?: Problem } {
    const now = values.get('categories') as Sections
    const result = checkModel(own(), now)
    if (result.definition) return { definition: result.definition }
    setChecked(result)
    setTold(true)
    return { first: problemsOf(result, now)[0] }
  }
  return {
    ...{ sections, shown, setShown, setTold, checkNow },
    problems: problemsOf(checked, sections).filter(({ key }) => isTold(key)),
    faultsOf: (key: string): Faults => (isTold(key) ? (checked.faults.get(key) ?? NO_FAULTS) : NO_FAULTS),
  }
}
