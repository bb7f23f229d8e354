import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useEffect } from 'react'
import type { Section } from '../../contract/inspection-form.ts'
import { saveFile } from '../../crud/download.ts'
import { notify } from '../../lib/notify.ts'
import { RoomWarning } from '../../outbox/Room.tsx'
import { AnswerProgress } from '../../ui/AnswerProgress.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import classes from './Compile.module.css'
import { type Editor, useEditor } from './editor.ts'
import { EditorContext, useEditing } from './inputs/context.ts'
import { PreviousChecks } from './PreviousChecks.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import { SaveChip } from './SaveChip.tsx'
import { SectionList } from './SectionList.tsx'
import { Summary } from './Summary.tsx'
import { arriveAt, type Step, stepOf, stepsOf } from './steps.ts'
import { UnknownEquipment } from './unknown-lazy.tsx'

const FindBlock = lazy(() => import('./FindBlock.tsx').then(({ FindBlock }) => ({ default: FindBlock })))
// Models seldom change under a verifica.
const ModelUpdate = lazy(() => import('./ModelUpdate.tsx').then(({ ModelUpdate }) => ({ default: ModelUpdate })))

/** Where one is in a verifica: a step of the form, or the closing page. Held by the URL, so that Back goes back one step. */
export interface Place {
  at?: number | undefined
  view?: 'sections' | 'summary' | undefined
  /** An answer key to be brought to, wherever it is asked for. */
  q?: string | undefined
}
interface CompileProps {
  editor: Editor
  place: Place
  onPlace: (place: Place) => void
  onDone: () => void
  /** One question at a time, however wide the screen. */
  asPhone?: boolean
}
/** The compile mode, made for a thumb: one question at a time on a phone, a block of questions on a desk (domain.md 6.7). */
export function Compile({ editor, place: wanted, onPlace, onDone, asPhone = false }: CompileProps) {
  const narrow = useMediaQuery('(max-width: 61.99em)', true, { getInitialValueInEffect: false })
  const phone = asPhone || narrow
  // Text changes no step: a key draws its question and nothing else here.
  const steps = useEditor(editor, ({ evaluation }) => stepsOf(evaluation, phone))
  const place: Place = wanted.q === undefined ? wanted : stepOf(steps, wanted.q)
  const at = Math.min(place.at ?? 0, Math.max(0, steps.length - 1))
  const step = steps[at]
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && void editor.sync()
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      editor.close()
    }
  }, [editor])
  // The step comes into view from its top; on the first one the page's own scroll position is right.
  useEffect(() => {
    if (wanted.q !== undefined) arriveAt(wanted.q)
    else if (wanted.at !== undefined && !asPhone) window.scrollTo({ top: 0 })
  }, [wanted.q, wanted.at, asPhone])
  const last = at === steps.length - 1
  return (
    <EditorContext value={editor}>
      <div className={classes.frame} data-phone={phone || undefined}>
        <Top editor={editor} />
        <RoomWarning />
        <Failed editor={editor} />
        <div className={classes.body}>
          {(!phone || place.view === 'sections') && (
            <nav className={classes.side} aria-label="Sezioni">
              <SectionList steps={steps} at={place.view ? -1 : at} onStep={(next) => onPlace({ at: next })} />
            </nav>
          )}
          <div className={classes.main} data-hidden={place.view === 'sections' || undefined}>
            {(at === 0 || place.view) && (
              <Suspense>
                <ModelUpdate />
              </Suspense>
            )}
            {place.view === 'summary' ? (
              <Summary onJump={(q) => onPlace({ q })} onDone={onDone} />
            ) : (
              step && (
                <Stack gap="md">
                  <Title order={2} id="page-title" tabIndex={-1}>
                    {step.title}
                  </Title>
                  <About at={at} step={step} />
                  {step.asked[0]?.block.row?.number && (
                    <Suspense>
                      <FindBlock steps={steps} onFound={(to) => onPlace({ at: to })} />
                    </Suspense>
                  )}
                  {step.unknown ? (
                    <Suspense>
                      <UnknownEquipment source={step.unknown} />
                    </Suspense>
                  ) : step.adds ? (
                    <AddBlock section={step.adds} />
                  ) : (
                    step.asked.length === 0 && <PreviousChecks />
                  )}
                  {step.asked.map(({ key, question, block }) => (
                    <QuestionCard key={key} name={key} question={question} block={block} />
                  ))}
                </Stack>
              )
            )}
          </div>
        </div>
        <footer className={classes.bottom}>
          <Button variant="default" disabled={at === 0 && !place.view} onClick={() => onPlace(place.view ? { at } : { at: at - 1 })}>
            Indietro
          </Button>
          <Button
            variant="subtle"
            className={classes.phoneOnly}
            onClick={() => onPlace({ at, view: place.view === 'sections' ? undefined : 'sections' })}
          >
            Sezioni
          </Button>
          {place.view !== 'summary' && (
            <Button onClick={() => onPlace(last ? { at, view: 'summary' } : { at: at + 1 })}>{last ? 'Riepilogo' : 'Avanti'}</Button>
          )}
          {!last && place.view !== 'summary' && (
            <Button variant="default" className={classes.deskOnly} onClick={() => onPlace({ at, view: 'summary' })}>
              Riepilogo
            </Button>
          )}
        </footer>
      </div>
    </EditorContext>
  )
}
/** What is filled in, and how far it is. */
function Top({ editor }: { editor: Editor }) {
  const { station, number, model } = useEditor(editor, ({ local: { station, number, model } }) => ({ station, number, model }))
  const progress = useEditor(editor, ({ evaluation: { answered, total } }) => ({ answered, total }))
  return (
    <header className={classes.top}>
      <Text component="h1" fw={600} truncate>
        {station.code} {station.name}
      </Text>
      <Group justify="space-between" wrap="nowrap" gap="xs" mb={4} className={classes.state}>
        <Text size="xs" c="dimmed" truncate>
          {number ?? 'Bozza'} · {model.name}
        </Text>
        <SaveChip editor={editor} />
      </Group>
      <AnswerProgress {...progress} />
    </header>
  )
}
/** What the model says before the first question, and of a section where it begins. */
function About({ at, step }: { at: number; step: Step }) {
  const intro = useEditor(useEditing(), ({ local }) => local.definition.intro)
  const words = [at === 0 && intro, step.about].filter(Boolean).join('\n\n')
  return words ? <Text className="preline">{words}</Text> : null
}
function AddBlock({ section }: { section: Section }) {
  const editor = useEditing()
  const label = section.repeat?.label ?? ''
  return (
    <Button variant="default" onClick={() => editor.addBlock(section)}>
      Aggiungi {label.toLowerCase()}
    </Button>
  )
}
/** A save that failed is a blocking message with the way to rescue the text beside it (outbox.md R5). */
function Failed({ editor }: { editor: Editor }) {
  const saving = useEditor(editor, (state) => state.saving)
  if (saving !== 'failed') return null
  return (
    <Stack gap="xs" m="sm">
      <ErrorState
        message="NON salvato: questo dispositivo non riesce a scrivere. Liberare spazio e riprovare; il testo è ancora qui, non chiudere la pagina."
        onRetry={() => void editor.flush()}
      />
      <Button variant="default" onClick={() => void editor.exported().then(saveFile, (error: Error) => notify.error(error.message))}>
        Esporta
      </Button>
    </Stack>
  )
}
