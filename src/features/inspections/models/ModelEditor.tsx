import { Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ModelDefinition } from '../../../contract/inspection-form.ts'
import { MODEL_STATUSES, type Model } from '../../../contract/inspection-models.ts'
import { FormFrame } from '../../../crud/RecordForm.tsx'
import { IconDeviceMobile } from '../../../ui/icons.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { EditorPanes } from './EditorPanes.tsx'
import { type Editing, EditingContext } from './editing.ts'
import { OWN, useModelForm } from './model-form.ts'
import { modelTone } from './model-words.ts'
import { above, MODEL, placeOf } from './place.ts'
import { check, firstFault, NO_FAULTS, unlessSame } from './problems.ts'
import { findQuestion, type Tree } from './tree.ts'

const Preview = lazy(() => import('./Preview.tsx').then((m) => ({ default: m.Preview })))

/** A pause in writing: the rules run over the whole tree. */
const CHECK_MS = 150
/** Under this the three columns become steps. */
const NARROW = '(max-width: 61.99em)'

/** Sections, questions and settings of a model, saved as one (domain.md 6.7). */
export function ModelEditor({ model }: { model: Model }) {
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const navigate = useNavigate()
  const router = useRouter()
  const hash = useLocation({ select: (location) => location.hash })
  const [told, setTold] = useState(false)
  /** A save was refused: the first wrong input is to have the focus. */
  const seeking = useRef(false)
  const [gone, setGone] = useState<{ what: string; back: (tree: Tree) => Tree } | null>(null)
  const [shown, setShown] = useState<ModelDefinition | null>(null)
  const form = useModelForm(model, () => {
    setTold(false)
    setGone(null)
  })
  const { values } = form
  const tree = values.useValue('categories') as Tree
  const own = () => Object.fromEntries(OWN.map((name) => [name, values.get(name)]))
  const [checked, setChecked] = useState(() => check(own(), tree))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the model's own fields are checked by their form, and all together when saving
  useEffect(() => {
    const timer = setTimeout(() => setChecked((before) => unlessSame(before, check(own(), tree))), CHECK_MS)
    return () => clearTimeout(timer)
  }, [tree])

  const to = (next: string, step: object) =>
    void navigate({ to: '.', search: true, hash: next, resetScroll: false, hashScrollIntoView: false, ...step })
  const place = placeOf(hash, tree)
  const editing: Editing = {
    tree,
    change: (update) => values.set('categories', update(values.get('categories') as Tree)),
    place,
    go: (next) => to(next, narrow ? { state: { deeper: true } } : { replace: true }),
    up: () => ((router.state.location.state as { deeper?: boolean }).deeper ? router.history.back() : to(above(place), { replace: true })),
    faultsOf: (key) => (told || checked.forward.has(key) ? (checked.faults.get(key) ?? NO_FAULTS) : NO_FAULTS),
    isFixed: (key) => model.version > 0 && !!findQuestion(model.categories, key),
    removed: (what, back) => setGone({ what, back }),
  }

  /** The definition as it stands; where it cannot be one, the faults are told and the first is opened. */
  function whole(): ModelDefinition | undefined {
    const now = values.get('categories') as Tree
    const result = check(own(), now)
    if (result.definition) return result.definition
    const first = firstFault(result, now)
    setChecked(result)
    setTold(true)
    seeking.current = true
    if (first !== undefined) to(first || MODEL, { replace: !narrow })
    return undefined
  }
  async function submit() {
    const isEmptyDraft = !(values.get('categories') as Tree).length && model.status !== 'active'
    if (isEmptyDraft || whole()) await form.form.submit()
  }
  const { failures, errors } = form.form
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a save was refused for one of the model's own fields
  useEffect(() => {
    if (failures && Object.keys(errors).length) to(MODEL, { replace: !narrow })
  }, [failures])
  useEffect(() => {
    const input = seeking.current && document.querySelector<HTMLElement>('form [aria-invalid="true"]')
    if (!input) return
    seeking.current = false
    input.focus()
  })
  function restore() {
    editing.change(gone!.back)
    setGone(null)
  }
  const wrong = told ? checked.faults.size : checked.forward.size

  return (
    <EditingContext value={editing}>
      <FormFrame form={{ ...form.form, submit }} onCancel={() => void navigate({ to: '/verifiche/modello' })}>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <StatusChip tone={modelTone[model.status]} label={MODEL_STATUSES[model.status]} />
            <Text size="sm" c="dimmed">
              {model.version ? `Versione ${model.version}` : 'Mai usato'}
            </Text>
            {model.changed && model.version > 0 && (
              <Text size="sm">Le modifiche creeranno la versione {model.version + 1} alla prossima verifica.</Text>
            )}
          </Group>
          <Group gap="xs" role="status">
            {wrong > 0 && <StatusChip tone="error" label={wrong === 1 ? 'Un punto da correggere' : `${wrong} punti da correggere`} />}
            {gone && (
              <>
                <Text size="sm">{gone.what}</Text>
                <Button variant="light" onClick={restore}>
                  Ripristina
                </Button>
              </>
            )}
          </Group>
          <Button variant="default" leftSection={<IconDeviceMobile />} onClick={() => setShown(whole() ?? null)}>
            Anteprima
          </Button>
        </Group>
        <EditorPanes model={form} narrow={narrow} />
      </FormFrame>
      {shown && (
        <Suspense fallback={null}>
          <Preview definition={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </EditingContext>
  )
}
