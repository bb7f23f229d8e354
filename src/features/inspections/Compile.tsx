import { Button, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import type { Section } from '../../contract/inspections/form.ts'
import { saveFile } from '../../crud/import/download.ts'
import { askBeforeUnload } from '../../lib/ask-before-unload.ts'
import { notify } from '../../lib/notify.ts'
import { StorageWarning } from '../../outbox/StorageSpace.tsx'
import { savingFiles } from '../../outbox/saving-files.ts'
import { contextAge, stationDataNeeded } from '../../rules/inspections/station-context.ts'
import { afterFrame } from '../../ui/after-frame.ts'
import { Away } from '../../ui/away.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { part } from '../../ui/part.tsx'
import classes from './Compile.module.css'
import { CompileHeader } from './CompileHeader.tsx'
import type { CompilePlace } from './compile-place.ts'
import { useCompilePreferences } from './compile-preferences.ts'
import { type Editor, useEditor } from './editor.ts'
import { EditorContext, useInspectionEditor } from './inputs/editor-context.ts'
import { OldContext, UnknownEquipment } from './lazy-unknown-context.tsx'
import { PreviousChecks } from './PreviousChecks.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import { focusQuestion, keepSameSteps, nextOpen, openKeys, type Step, stepOf, stepsOf } from './steps.ts'
import { AnsweredContext, useAdvance } from './use-advance.ts'

interface CompileProps {
  editor: Editor
  place: CompilePlace
  onPlace: (place: CompilePlace) => void
  /** The verifica was cancelled from its menu, which a trial does not have. */
  onDone?: () => void
  /** One question at a time, however wide the screen. */
  asPhone?: boolean
}
const stay = () => undefined
const FindBlock = part(() => import('./FindBlock.tsx').then((m) => m.FindBlock))
// Models seldom change under a verifica.
const ModelUpdate = part(() =>
  afterFrame()
    .then(() => import('./ModelUpdate.tsx'))
    .then((m) => m.ModelUpdate),
)
// Loaded once the first question is shown.
const SectionList = part(() => import('./SectionList.tsx').then((m) => m.SectionList))
const Summary = part(() => import('./Summary.tsx').then((m) => m.Summary))

/** The compile mode: one question at a time on a phone, a block of questions on a desk or by choice (docs/spec/inspections.md#screens). */
export function Compile({ editor, place: wanted, onPlace, onDone = stay, asPhone = false }: CompileProps) {
  const narrow = useMediaQuery('(max-width: 61.99em)', true, { getInitialValueInEffect: false })
  const phone = asPhone || narrow
  const { advance, whole } = useCompilePreferences()
  const one = phone && !whole
  // Text changes no step: a key draws its question and nothing else here.
  const steps = useEditor(editor, ({ evaluation }) => stepsOf(evaluation, one), keepSameSteps)
  const old = useEditor(editor, ({ local }) => contextAge(local.context, local.started_at) !== null)
  const place: CompilePlace = wanted.q === undefined ? wanted : stepOf(steps, wanted.q)
  const at = Math.min(place.at ?? 0, Math.max(0, steps.length - 1))
  const step = steps[at]
  const last = at === steps.length - 1
  const move = (next: CompilePlace) => {
    byItself.stop()
    onPlace(next)
  }
  const forward = () => move(last ? { at, view: 'summary' } : { at: at + 1 })
  const byItself = useAdvance(editor, one && advance, forward)
  /** "Avanti": a question that has just come by itself is not skipped unseen. */
  function next() {
    const { answers } = editor.state.get().local
    const open = step?.asked.some(({ key, question }) => question.type !== 'info' && (answers[key]?.v ?? null) === null)
    if (!open || !byItself.hasty()) forward()
  }
  useSyncWhenHidden(editor)
  // The step comes into view from its top; on the first one the page's own scroll position is right.
  useEffect(() => {
    if (wanted.q === undefined && (wanted.at !== undefined || wanted.view) && !asPhone) window.scrollTo({ top: 0 })
  }, [wanted.q, wanted.at, wanted.view, asPhone])
  const seen = place.view === 'summary' ? 'summary' : place.view ? undefined : step?.asked[0]?.key
  useEffect(() => {
    if (seen !== undefined) editor.setPlace(seen)
  }, [editor, seen])
  const toOpen = () => {
    const { evaluation } = editor.state.get()
    const open = openKeys(evaluation)
    const next = nextOpen(steps, open, place.view ? -1 : at)
    move(next === undefined ? { at, view: 'summary' } : { q: next })
  }
  return (
    <EditorContext value={editor}>
      <div className={classes.whole}>
        <div className={classes.frame} data-phone={phone || undefined} data-one={(one && !place.view) || undefined}>
          <CompileHeader phone={phone} here={step?.asked[0]?.key} onDone={onDone} onWhole={(q) => move({ q })} />
          <StorageWarning />
          <Failed editor={editor} />
          <div className={classes.body}>
            {(!phone || place.view === 'sections') && (
              <nav className={classes.side} aria-label="Sezioni">
                <SectionList
                  meanwhile={<LoadingRows />}
                  steps={steps}
                  at={place.view ? -1 : at}
                  onStep={(next) => move({ at: next })}
                  onOpen={toOpen}
                  onSummary={() => move({ at, view: 'summary' })}
                />
              </nav>
            )}
            <div className={classes.main} data-hidden={place.view === 'sections' || undefined}>
              {(at === 0 || place.view) && <ModelUpdate />}
              {place.view === 'summary' ? (
                <>
                  <Summary meanwhile={<LoadingRows />} onJump={(q) => move({ q })} />
                  {wanted.q && <Arrival at={wanted.q} />}
                </>
              ) : (
                step && (
                  <AnsweredContext value={byItself}>
                    <StepHead steps={steps} at={at} step={step} old={old} onFound={(to) => move({ at: to })} />
                    {step.asked.map(({ key, question, block }) => (
                      <QuestionCard key={key} name={key} question={question} block={block} />
                    ))}
                    {wanted.q && <Arrival at={wanted.q} />}
                  </AnsweredContext>
                )
              )}
            </div>
          </div>
          <footer className={classes.bottom}>
            <Button variant="default" disabled={at === 0 && !place.view} onClick={() => move(place.view ? { at } : { at: at - 1 })}>
              Indietro
            </Button>
            {phone && (
              <Button variant="subtle" onClick={() => move({ at, view: place.view === 'sections' ? undefined : 'sections' })}>
                Sezioni
              </Button>
            )}
            {!phone && place.view !== 'summary' && (
              <Button variant="subtle" onClick={toOpen}>
                Prossima senza risposta
              </Button>
            )}
            {place.view !== 'summary' && <Button onClick={next}>{last ? 'Riepilogo' : 'Avanti'}</Button>}
          </footer>
        </div>
      </div>
    </EditorContext>
  )
}
/** Sends what is saved when the page goes out of sight, and closes the editor with the page. */
function useSyncWhenHidden(editor: Editor) {
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && void editor.sync()
    document.addEventListener('visibilitychange', hidden)
    const stop = savingFiles.subscribe(() => void editor.catchUp().catch(() => undefined))
    return () => {
      stop()
      document.removeEventListener('visibilitychange', hidden)
      editor.close()
    }
  }, [editor])
}
interface StepHeadProps {
  steps: Step[]
  at: number
  step: Step
  /** Equipment and prices were already old when the verifica was begun. */
  old: boolean
  onFound: (at: number) => void
}
/** The part above the questions of a step: its title, the model's text, and a notice if there is no question. */
function StepHead({ steps, at, step, old, onFound }: StepHeadProps) {
  return (
    <>
      <div className={classes.heading}>
        <Title order={2} id="page-title" tabIndex={-1} className={classes.title}>
          {step.title}
        </Title>
        {step.asked[0]?.block.row?.number && <FindBlock steps={steps} onFound={onFound} />}
      </div>
      {old && step.asked.some(({ question, block }) => block.row || stationDataNeeded(question)) && <OldContext />}
      <About at={at} step={step} />
      {step.unknown ? (
        <UnknownEquipment source={step.unknown} />
      ) : step.adds ? (
        <AddBlock section={step.adds} />
      ) : (
        step.asked.length === 0 && <PreviousChecks />
      )}
    </>
  )
}
/** Once it is there: what is asked for may stand on a page that is still being fetched. */
function Arrival({ at }: { at: string }) {
  useEffect(() => focusQuestion(at), [at])
  return null
}
/** The model's text before the first question, and that of a section where it begins. */
function About({ at, step }: { at: number; step: Step }) {
  const intro = useEditor(useInspectionEditor(), ({ local }) => local.definition.intro)
  const words = [at === 0 && intro, step.about].filter(Boolean).join('\n\n')
  return words ? <Text className="preline">{words}</Text> : null
}
function AddBlock({ section }: { section: Section }) {
  const editor = useInspectionEditor()
  const label = section.repeat?.label ?? ''
  return (
    <Button variant="default" onClick={() => editor.addBlock(section)}>
      Aggiungi {label.toLowerCase()}
    </Button>
  )
}
/** A save that failed is a blocking message with the way to rescue the text beside it. */
function Failed({ editor }: { editor: Editor }) {
  const saving = useEditor(editor, (state) => state.saving)
  useEffect(() => (saving === 'failed' ? askBeforeUnload() : undefined), [saving])
  if (saving !== 'failed') return null
  return (
    <Stack gap="xs" m="sm">
      {/* The device failed, with a network or without one. */}
      <Away value={undefined}>
        <ErrorState
          message="NON salvato: questo dispositivo non riesce a scrivere. Liberare spazio da foto, video e altre app, non i dati del browser, e riprovare; il testo è ancora qui, non chiudere la pagina."
          onRetry={() => void editor.flush()}
        />
      </Away>
      <Button variant="default" onClick={() => void editor.exported().then(saveFile, (error: Error) => notify.error(error.message))}>
        Esporta
      </Button>
    </Stack>
  )
}
