import { Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ModelDefinition } from '../../../contract/inspections/form.ts'
import { MODEL_STATUSES, type Model } from '../../../contract/inspections/models.ts'
import { FormFrame } from '../../../crud/form/RecordForm.tsx'
import { modelMayBecome } from '../../../rules/inspections/model-states.ts'
import { IconCheck, IconDeviceMobile } from '../../../ui/icons.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { useDesk } from '../../../ui/use-desk.ts'
import classes from './Editor.module.css'
import { EditorPanes } from './EditorPanes.tsx'
import { findQuestion, type Sections } from './edit-sections.ts'
import { type ModelEditing, ModelEditorContext } from './editor-context.ts'
import { MODEL_PLACE, placeAbove, readEditorPlace } from './editor-place.ts'
import { FROZEN_FIELDS, useModelForm } from './model-form.ts'
import { modelTone } from './model-words.ts'
import { ProblemList } from './ProblemList.tsx'
import { checkModel, keepIfSame, NO_FAULTS, type Problem, problemsOf } from './problems.ts'

const Preview = part(() => import('./Preview.tsx').then((m) => m.Preview))
const PreviewBeside = part(() => import('./Preview.tsx').then((m) => m.PreviewBeside))

/** A pause in writing: the rules run over the whole sections. */
const CHECK_MS = 150
/** Under this the three columns become steps. */
const NARROW = '(max-width: 61.99em)'
/** From this there is room for the three columns and a phone. */
const ROOMY = '(min-width: 112em)'

interface ModelEditorProps {
  model: Model
  breadcrumbs: ReactNode
}
/** Sections, questions and settings of a model, saved as one (domain.md 6.7). */
export function ModelEditor({ model, breadcrumbs }: ModelEditorProps) {
  const small = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const roomy = useMediaQuery(ROOMY, false, { getInitialValueInEffect: false })
  const desk = useDesk()
  const navigate = useNavigate()
  const router = useRouter()
  const hash = useLocation({ select: (location) => location.hash })
  const [told, setTold] = useState(false)
  /** A save was refused: the first wrong input is to have the focus. */
  const seeking = useRef(false)
  const [gone, setGone] = useState<{ what: string; back: (sections: Sections) => Sections } | null>(null)
  /** What the preview shows: the model as it last was whole. */
  const [shown, setShown] = useState<ModelDefinition | null>(null)
  const [listing, setListing] = useState(false)
  const beside = !!shown && desk
  const narrow = small || (beside && !roomy)
  const form = useModelForm(model, () => {
    setTold(false)
    setGone(null)
  })
  const { values } = form
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

  const to = (next: string, step: object) =>
    void navigate({ to: '.', search: true, hash: next, resetScroll: false, hashScrollIntoView: false, ...step })
  const place = readEditorPlace(hash, sections)
  const editing: ModelEditing = {
    sections,
    change: (update) => values.set('categories', update(values.get('categories') as Sections)),
    place,
    go: (next) => to(next, narrow ? { state: { deeper: true } } : { replace: true }),
    up: () =>
      (router.state.location.state as { deeper?: boolean }).deeper ? router.history.back() : to(placeAbove(place), { replace: true }),
    faultsOf: (key) => (told || checked.forward.has(key) ? (checked.faults.get(key) ?? NO_FAULTS) : NO_FAULTS),
    isFixed: (key) => model.version > 0 && !!findQuestion(model.categories, key),
    removed: (what, back) => setGone({ what, back }),
  }

  /** The definition as it stands; where it cannot be one, the faults are told and the first is opened. */
  function whole(): ModelDefinition | undefined {
    const now = values.get('categories') as Sections
    const result = checkModel(own(), now)
    if (result.definition) return result.definition
    setChecked(result)
    setTold(true)
    const [first] = problemsOf(result, now)
    if (first) goTo(first)
    return undefined
  }
  function goTo({ key }: Problem) {
    seeking.current = true
    to(key || MODEL_PLACE, { replace: !narrow })
  }
  async function submit() {
    const isEmptyDraft = !(values.get('categories') as Sections).length && model.status !== 'active'
    if (isEmptyDraft || whole()) await form.form.submit()
  }
  /** What is written is saved with it; what is missing is listed instead. */
  async function activate() {
    if (whole()) await form.form.submit({ status: 'active' })
    else setListing(true)
  }
  const { failures, errors } = form.form
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a save was refused for one of the model's own fields
  useEffect(() => {
    if (failures && Object.keys(errors).length) to(MODEL_PLACE, { replace: !narrow })
  }, [failures])
  useEffect(() => {
    const input = seeking.current && document.querySelector<HTMLElement>('form [aria-invalid="true"]')
    if (!input) return
    seeking.current = false
    input.focus()
  })
  // The button that was pressed is gone with the state it led out of.
  const before = useRef(model.status)
  useEffect(() => {
    if (before.current !== model.status && document.activeElement === document.body) document.getElementById('page-title')?.focus()
    before.current = model.status
  }, [model.status])
  function restore() {
    editing.change(gone!.back)
    setGone(null)
  }
  const problems = problemsOf(checked, sections).filter(({ key }) => told || checked.forward.has(key))
  const tools = (
    <>
      {problems.length > 0 && (
        <ProblemList
          problems={problems}
          opened={listing}
          onChange={setListing}
          onPick={(problem) => {
            setListing(false)
            goTo(problem)
          }}
        />
      )}
      <Button
        variant={beside ? 'light' : 'default'}
        leftSection={<IconDeviceMobile />}
        aria-pressed={desk ? beside : undefined}
        onClick={() => setShown(beside ? null : (whole() ?? null))}
      >
        Anteprima
      </Button>
      {modelMayBecome(model.status, 'active') && (
        <Button variant="default" leftSection={<IconCheck />} disabled={form.form.sending} onClick={() => void activate()}>
          Attiva
        </Button>
      )}
    </>
  )

  return (
    <ModelEditorContext value={editing}>
      <Page
        title={model.name}
        breadcrumbs={breadcrumbs}
        chip={
          <>
            <StatusChip tone={modelTone[model.status]} label={MODEL_STATUSES[model.status]} />
            <Text size="sm" c="dimmed">
              {model.version ? `Versione ${model.version}` : 'Mai usato'}
            </Text>
          </>
        }
        subtitle={model.changed && model.version > 0 && `Le modifiche creeranno la versione ${model.version + 1} alla prossima verifica.`}
        action={small ? undefined : tools}
      >
        <div className={beside ? classes.both : undefined}>
          <FormFrame form={{ ...form.form, submit }} onCancel={() => void navigate({ to: '/verifiche/modello' })}>
            {(small || gone) && (
              <Group justify="space-between" gap="xs">
                <Group gap="xs" role="status">
                  {gone && (
                    <>
                      <Text size="sm">{gone.what}</Text>
                      <Button variant="light" onClick={restore}>
                        Ripristina
                      </Button>
                    </>
                  )}
                </Group>
                {small && <Group gap="xs">{tools}</Group>}
              </Group>
            )}
            <EditorPanes model={form} narrow={narrow} />
          </FormFrame>
          {/* Beside the form and not in it: Enter in an answer saves nothing. */}
          {beside && <PreviewBeside definition={shown} question={place.question} onClose={() => setShown(null)} />}
        </div>
      </Page>
      {shown && !desk && <Preview definition={shown} onClose={() => setShown(null)} />}
    </ModelEditorContext>
  )
}
