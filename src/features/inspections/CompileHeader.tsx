import { ActionIcon, Progress, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { afterFrame } from '../../ui/after-frame.ts'
import { IconChevronLeft } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import classes from './Compile.module.css'
import type { CompileMenuProps } from './CompileMenu.tsx'
import { useEditor } from './editor.ts'
import { useInspectionEditor } from './inputs/editor-context.ts'
import { SaveChip } from './SaveChip.tsx'

// The question is shown first.
const OutboxBadge = part(() =>
  afterFrame()
    .then(() => import('../../outbox/OutboxBadge.tsx'))
    .then((m) => m.OutboxBadge),
)
const CompileMenu = part(() =>
  afterFrame()
    .then(() => import('./CompileMenu.tsx'))
    .then((m) => m.CompileMenu),
)

/** The header: name, progress and save state; on a phone the only thing above the question. Its height never changes. */
export function CompileHeader(menu: CompileMenuProps) {
  const editor = useInspectionEditor()
  const { station, number, model } = useEditor(editor, ({ local: { station, number, model } }) => ({ station, number, model }))
  const { answered, total, missing } = useEditor(editor, ({ evaluation: { answered, total, missing } }) => ({
    answered,
    total,
    missing: missing.length,
  }))
  const trial = useEditor(editor, (state) => state.saving === 'trial')
  return (
    <header className={classes.top}>
      <div className={classes.where}>
        {!trial && (
          <ActionIcon component={Link} to="/verifiche" variant="subtle" className={classes.back} aria-label="Torna alle verifiche">
            <IconChevronLeft />
          </ActionIcon>
        )}
        <Text component="h1" fw={600} truncate className={classes.name}>
          {station.code} {station.name}
        </Text>
        {!trial && (
          <>
            <span className={classes.cloud}>
              <OutboxBadge />
            </span>
            <CompileMenu meanwhile={<span className={classes.menu} />} {...menu} />
          </>
        )}
      </div>
      <div className={classes.state}>
        <Text c="dimmed" truncate className={classes.which}>
          {number ?? 'Bozza'} · {model.name}
        </Text>
        <Text c="dimmed" className={classes.count}>
          {answered} di {total}
          <span className={classes.wide}> risposte</span>
          {answered === total && missing > 0 && ` · ${missing} da completare`}
        </Text>
        <SaveChip editor={editor} />
      </div>
      <Progress.Root size={4} radius={0} className={classes.progress}>
        <Progress.Section
          value={total === 0 ? 0 : (answered / total) * 100}
          color={answered === total && !missing ? 'green' : 'petrol'}
          aria-label="Avanzamento"
        />
      </Progress.Root>
    </header>
  )
}
