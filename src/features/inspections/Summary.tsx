import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { COVER_PHOTO } from '../../contract/inspections/answers.ts'
import { OUTCOMES } from '../../contract/inspections/labels.ts'
import { session } from '../../lib/session.ts'
import { closingSignatures } from '../../rules/inspections/missing.ts'
import { contextAge } from '../../rules/inspections/station-context.ts'
import { ScoreRing } from '../../ui/ScoreRing.tsx'
import { ClosingFields } from './ClosingFields.tsx'
import { useEditor } from './editor.ts'
import { unlinkedFiles } from './edits.ts'
import { useInspectionEditor } from './inputs/editor-context.ts'
import { Photos } from './inputs/Photos.tsx'
import { Signer } from './inputs/Signer.tsx'
import { OldContext, UncheckedCard } from './lazy-unknown-context.tsx'
import { ManagerSignature } from './ManagerSignature.tsx'
import { FoundNcs, TODO, ToComplete } from './SummaryLists.tsx'
import { UNLINKED_FILES, UnlinkedFiles } from './UnlinkedFiles.tsx'
import { useCompletion } from './use-completion.ts'
import { outcomeTone } from './words.ts'

/** The closing page: what is missing with a jump to it, non-conformities, live score, signatures, completion. */
export function Summary({ onJump }: { onJump: (key: string) => void }) {
  const editor = useInspectionEditor()
  const local = useEditor(editor, (state) => state.local)
  const evaluation = useEditor(editor, (state) => state.evaluation)
  const unlinked = unlinkedFiles(local).length + Object.keys(local.drawings ?? {}).length
  const { score, outcome, nonConformities } = evaluation
  const signing = closingSignatures(local.definition)
  const inForm = evaluation.missing.filter((item) => item.section !== null || item.kind === 'previous')
  const atClosing = evaluation.missing.filter((item) => !inForm.includes(item))
  /** The first part of this page with something still to do. */
  const open = inForm.length > 0 ? TODO : unlinked > 0 ? UNLINKED_FILES : atClosing[0]?.key
  const { busy, asked, problem, setProblem, complete } = useCompletion(open)
  return (
    <Stack gap="md">
      <Title order={2} id="page-title" tabIndex={-1}>
        Riepilogo
      </Title>
      <Group>
        <ScoreRing
          score={score}
          outcome={
            evaluation.answered === 0
              ? { tone: 'neutral', label: 'Da compilare' }
              : { tone: outcomeTone[outcome], label: OUTCOMES[outcome] }
          }
        />
        <Text flex="1 1 8rem">
          {evaluation.answered} di {evaluation.total} risposte
          <br />
          {nonConformities.length} non conformità
          {inForm.length > 0 && ' · esito provvisorio'}
          {evaluation.answered > 0 && evaluation.because && (
            <>
              <br />
              {evaluation.because}.
            </>
          )}
        </Text>
      </Group>
      {contextAge(local.context, local.started_at) !== null && <OldContext />}
      {evaluation.unchecked.length > 0 && <UncheckedCard />}
      {inForm.length > 0 && <ToComplete items={inForm} onJump={onJump} />}
      {nonConformities.length > 0 && <FoundNcs found={nonConformities} onJump={onJump} />}
      {local.definition.require.cover_photo && (
        <Card withBorder component="section" id={COVER_PHOTO} tabIndex={-1}>
          <Title order={3}>Foto di copertina</Title>
          <Photos name={COVER_PHOTO} label="Copertina" max={1} />
        </Card>
      )}
      <ClosingFields onProblem={setProblem} />
      {signing.includes('inspector') && (
        <Card withBorder component="section" id="signatures.inspector" tabIndex={-1}>
          <Title order={3}>Firma dell’ispettore</Title>
          <Signer
            label="Firma dell’ispettore"
            name="signatures.inspector"
            signer={session.get().user?.name ?? ''}
            value={local.signatures.inspector}
          />
        </Card>
      )}
      {signing.includes('manager') && <ManagerSignature />}
      {(problem || (asked && open)) && (
        <Alert color="red" role="alert">
          {problem ?? 'La verifica non è ancora completa.'}
        </Alert>
      )}
      {atClosing.length > 0 && (
        <Text c="dimmed">
          {inForm.length > 0 ? 'In questa pagina manca' : 'Manca'}: {atClosing.map((item) => item.label.toLowerCase()).join(', ')}.
        </Text>
      )}
      <UnlinkedFiles />
      <Button loading={busy} onClick={() => void complete()}>
        Completa
      </Button>
    </Stack>
  )
}
