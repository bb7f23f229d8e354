import { Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import type { ModelDefinition } from '../../../contract/inspections/form.ts'
import { MODEL_STATUSES, type Model } from '../../../contract/inspections/models.ts'
import { FormFrame } from '../../../crud/form/RecordForm.tsx'
import { Page } from '../../../ui/Page.tsx'
import { part } from '../../../ui/part.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { useDesk } from '../../../ui/use-desk.ts'
import classes from './Editor.module.css'
import { EditorPanes } from './EditorPanes.tsx'
import { EditorTools } from './EditorTools.tsx'
import { findQuestion, type Sections } from './edit-sections.ts'
import { type ModelEditing, ModelEditorContext } from './editor-context.ts'
import { MODEL_PLACE } from './editor-place.ts'
import { useModelForm } from './model-form.ts'
import { modelTone } from './model-words.ts'
import type { Problem } from './problems.ts'
import { useFailureFocus, useFocusAfterStatus } from './use-editor-focus.ts'
import { useEditorPlace } from './use-editor-place.ts'
import { useModelCheck } from './use-model-check.ts'

const Preview = part(() => import('./Preview.tsx').then((m) => m.Preview))
const PreviewBeside = part(() => import('./Preview.tsx').then((m) => m.PreviewBeside))

/** Under this the three columns become steps. */
const NARROW = '(max-width: 61.99em)'
/** From this there is room for the three columns and a phone. */
const ROOMY = '(min-width: 112em)'

interface ModelEditorProps {
  model: Model
  breadcrumbs: ReactNode
}
/** Sections, questions and settings of a model, saved as one (docs/spec/inspections.md#screens). */
export function ModelEditor({ model, breadcrumbs }: ModelEditorProps) {
  const small = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const roomy = useMediaQuery(ROOMY, false, { getInitialValueInEffect: false })
  const desk = useDesk()
  const navigate = useNavigate()
  /** A save was refused: the first wrong input is to have the focus. */
  const seeking = useRef(false)
  const [gone, setGone] = useState<{ what: string; back: (sections: Sections) => Sections } | null>(null)
  const [listing, setListing] = useState(false)
  const form = useModelForm(model, () => {
    check.setTold(false)
    setGone(null)
  })
  const check = useModelCheck(form.values)
  const { sections, shown, setShown, problems } = check
  const beside = !!shown && desk
  const narrow = small || (beside && !roomy)
  const { place, to, go, up } = useEditorPlace(sections, narrow)
  const editing: ModelEditing = {
    sections,
    change: (update) => form.values.set('categories', update(form.values.get('categories') as Sections)),
    ...{ place, go, up },
    faultsOf: check.faultsOf,
    isFixed: (key) => model.version > 0 && !!findQuestion(model.categories, key),
    removed: (what, back) => setGone({ what, back }),
  }

  /** The definition as it stands; where it cannot be one, the faults are shown and the first is opened. */
  function whole(): ModelDefinition | undefined {
    const { definition, first } = check.checkNow()
    if (first) goTo(first)
    return definition
  }
  function goTo({ key }: Problem) {
    seeking.current = true
    to(key || MODEL_PLACE, { replace: !narrow })
  }
  async function submit() {
    const isEmptyDraft = !(form.values.get('categories') as Sections).length && model.status !== 'active'
    if (isEmptyDraft || whole()) await form.form.submit()
  }
  /** Everything written is saved with it; missing parts are listed instead. */
  async function activate() {
    if (whole()) await form.form.submit({ status: 'active' })
    else setListing(true)
  }
  useFailureFocus(form.form, seeking, () => to(MODEL_PLACE, { replace: !narrow }))
  useFocusAfterStatus(model.status)
  function restore() {
    editing.change(gone!.back)
    setGone(null)
  }
  const tools = (
    <EditorTools
      id={model.id}
      status={model.status}
      sending={form.form.sending}
      problems={problems}
      listing={listing}
      onListing={setListing}
      onProblem={goTo}
      beside={desk ? beside : undefined}
      onPreview={() => setShown(beside ? null : (whole() ?? null))}
      onActivate={() => void activate()}
    />
  )

  return (
    <ModelEditorContext value={editing}>
      <Page
        title={model.name}
        breadcrumbs={breadcrumbs}
        chip={<ModelState model={model} />}
        subtitle={model.changed && model.version > 0 && `Le modifiche creeranno la versione ${model.version + 1} alla prossima verifica.`}
        action={small ? undefined : tools}
      >
        <div className={beside ? classes.both : undefined}>
          <FormFrame form={{ ...form.form, submit }} onCancel={() => void navigate({ to: '/verifiche/modello' })}>
            {(small || gone) && (
              <Group justify="space-between" gap="xs">
                <Group gap="xs" role="status">
                  {gone && <RemovedNotice what={gone.what} onRestore={restore} />}
                </Group>
                {small && <Group gap="xs">{tools}</Group>}
              </Group>
            )}
            <EditorPanes model={form} narrow={narrow} />
          </FormFrame>
          {/* Beside the form and not in it: Enter in an answer saves nothing. */}
          {beside && <PreviewBeside definition={shown} question={place.question} />}
        </div>
      </Page>
      {shown && !desk && <Preview definition={shown} onClose={() => setShown(null)} />}
    </ModelEditorContext>
  )
}

/** Says what was taken away, with the way back. */
const RemovedNotice = ({ what, onRestore }: { what: string; onRestore: () => void }) => (
  <>
    <Text size="sm">{what}</Text>
    <Button variant="light" onClick={onRestore}>
      Ripristina
    </Button>
  </>
)

const ModelState = ({ model }: { model: Model }) => (
  <>
    <StatusChip tone={modelTone[model.status]} label={MODEL_STATUSES[model.status]} />
    <Text size="sm" c="dimmed">
      {model.version ? `Versione ${model.version}` : 'Mai usato'}
    </Text>
  </>
)
