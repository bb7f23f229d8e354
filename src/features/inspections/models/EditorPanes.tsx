import { Button, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconAdjustments, IconChevronLeft } from '../../../ui/icons.tsx'
import classes from './Editor.module.css'
import { useModelEditor } from './editor-context.ts'
import { sectionSettings } from './editor-place.ts'
import { ModelProperties } from './ModelProperties.tsx'
import type { ModelForm } from './model-form.ts'
import { PropertiesPane } from './PropertiesPane.tsx'
import { QuestionsPane } from './QuestionsPane.tsx'
import { SectionsPane } from './SectionsPane.tsx'

interface EditorPanesProps {
  model: ModelForm
  /** One at a time: sections, then the questions of one, then the settings of one. */
  narrow: boolean
}
/** The three columns of the editor. */
export function EditorPanes({ model, narrow }: EditorPanesProps) {
  const { sections, place, go, up } = useModelEditor()
  const section = sections.find(({ key }) => key === place.section) ?? (narrow ? undefined : sections[0])
  const step = !narrow ? 'all' : place.panel !== 'none' ? 'settings' : section ? 'questions' : 'sections'
  const shows = (pane: typeof step) => step === 'all' || step === pane
  const ofModel = !place.section
  const settings = ofModel ? 'Dati del modello' : place.panel === 'question' ? 'Proprietà della domanda' : 'Proprietà della sezione'
  return (
    <div className={classes.panes} data-step={step}>
      {shows('sections') && (
        <Pane title="Sezioni">
          <SectionsPane selected={section?.key} />
        </Pane>
      )}
      {shows('questions') && (
        <Pane
          title={section ? section.name || 'Sezione senza titolo' : 'Domande'}
          back={narrow && <Back to="Sezioni" onClick={up} />}
          action={
            section && (
              <Button
                variant="subtle"
                className={classes.whole}
                leftSection={<IconAdjustments />}
                onClick={() => go(sectionSettings(section.key))}
              >
                Impostazioni
              </Button>
            )
          }
        >
          {section ? (
            <QuestionsPane key={section.key} section={section} />
          ) : (
            <Text c="dimmed">Le domande stanno in una sezione: aggiungi la prima.</Text>
          )}
        </Pane>
      )}
      {shows('settings') && (
        <Pane
          // A new pane for each record: its heading says where one is.
          key={place.question ?? place.section ?? 'model'}
          title={settings}
          back={narrow && <Back to={place.section ? 'Domande' : 'Sezioni'} onClick={up} />}
        >
          {ofModel ? <ModelProperties key={model.form.version} field={model.field} /> : <PropertiesPane section={section!} />}
        </Pane>
      )}
    </div>
  )
}

const Back = ({ to, onClick }: { to: string; onClick: () => void }) => (
  <Button variant="subtle" className={classes.back} leftSection={<IconChevronLeft />} onClick={onClick}>
    {to}
  </Button>
)

interface PaneProps {
  title: string
  back?: ReactNode
  action?: ReactNode
  children: ReactNode
}
function Pane({ title, back, action, children }: PaneProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // A step on a narrow screen is a new view: it is announced, unless an input of its own has the focus already.
  const isStep = !!back
  useEffect(() => {
    if (isStep && !heading.current?.parentElement?.parentElement?.contains(document.activeElement)) heading.current?.focus()
  }, [isStep])
  return (
    <section className={classes.pane} aria-label={title}>
      {back}
      <div className={classes.head}>
        <Title order={2} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {action}
      </div>
      {children}
    </section>
  )
}
