import { Alert, Button, Tabs } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { stations } from '../../../contract/stations/stations.ts'
import { isBelow } from '../../../crud/form/form-handle.ts'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { type HintOf, ResourceSelect } from '../../../crud/form/ResourceSelect.tsx'
import { useCan } from '../../../lib/session.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ManagerForm } from '../managers/ManagerForm.tsx'
import { type Management, nameOf, placeOf } from '../managers/words.ts'
import { ChooseObligations } from './ChooseObligations.tsx'
import { type Known, useWizardForm } from './wizard-form.ts'
import { ContractStep, contractNames, KnownFacts, ManagerStep, MoneyStep, RunningManagement, Summary, useRunning } from './wizard-steps.tsx'

const steps = {
  luogo: { label: 'Punto vendita', names: ['station_id'] },
  gestore: { label: 'Gestore', names: ['manager_id'] },
  contratto: { label: 'Contratto', names: [...contractNames, 'replaces'] },
  denaro: { label: 'Cassa e compenso', names: ['cash', 'first_remuneration'] },
  obblighi: { label: 'Obblighi', names: ['given_obligations', 'obligations'] },
  riepilogo: { label: 'Riepilogo', names: [] },
} as const satisfies Record<string, { label: string; names: readonly string[] }>
type Step = keyof typeof steps
const order = Object.keys(steps) as Step[]

interface WizardProps {
  onDone: (made?: Management) => void
  /** The management that ends as this one begins ("Subentro"). */
  replaces?: Management
  /** The station or the manager whose page this is: not asked for again. */
  given?: Known | undefined
}
/** "Nuova gestione" step by step. */
export function Wizard({ onDone, replaces, given = {} }: WizardProps) {
  const [step, setStep] = useState<Step>(replaces || given.station_id ? 'gestore' : 'luogo')
  const [making, setMaking] = useState(false)
  const money = useCan()('mgmt.fin')
  const wizard = useWizardForm(onDone, given, replaces)
  const { fields, values } = wizard
  const place = values.useValue('station_id')
  const running = useRunning(replaces ? null : place)
  const shown = order.filter((one) => (money || one !== 'denaro') && !steps[one].names.some((name) => name in given))
  const [before, after] = [shown[shown.indexOf(step) - 1], shown[shown.indexOf(step) + 1]]
  const holds = (one: Step) => (path: string) => steps[one].names.some((name) => isBelow(path, name))
  const wrong = (one: Step) => Object.keys(form.errors).filter(holds(one)).length
  const form = {
    ...wizard.form,
    // At once, so that the field can take the focus.
    show: (path: string) => flushSync(() => setStep(shown.find((one) => holds(one)(path)) ?? step)),
  }
  const goOn = () => {
    const missing = wizard.check(steps[step].names)
    if (missing) document.getElementById(`${form.id}-${missing}`)?.focus()
    else setStep(after!)
  }
  const label = (one: Step, at: number) => {
    const errors = wrong(one)
    return `${at + 1}. ${steps[one].label}${errors ? ` (${errors === 1 ? '1 errore' : `${errors} errori`})` : ''}`
  }
  return (
    <>
      <RecordForm
        form={form}
        onCancel={() => onDone()}
        submit="Crea la gestione"
        quiet={!!after}
        other={
          <>
            {before && (
              <Button variant="default" onClick={() => setStep(before)}>
                Indietro
              </Button>
            )}
            {after && !running && <Button onClick={goOn}>Avanti</Button>}
          </>
        }
      >
        {replaces && (
          <Alert>{`La gestione di ${nameOf(replaces.manager)} a ${placeOf(replaces.station)} cessa il giorno in cui inizia la nuova.`}</Alert>
        )}
        <KnownFacts given={given} />
        {running && <RunningManagement one={running} />}
        <Tabs value={step} onChange={(one) => setStep(one as Step)}>
          <Tabs.List mb="md">
            {shown.map((one, at) => (
              <Tabs.Tab key={one} value={one} disabled={!!running && one !== step} c={wrong(one) ? 'red' : undefined}>
                {label(one, at)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="luogo">
            <ResourceSelect
              {...fields.field('station_id')}
              source={stations.suggest}
              say={({ code, name, city }: HintOf<typeof stations.suggest>) => `${code} ${name}, ${city}`}
              chosen={(replaces?.station as never) ?? null}
              disabled={!!replaces}
            />
          </Tabs.Panel>
          <Tabs.Panel value="gestore">
            <ManagerStep {...wizard} onNew={() => setMaking(true)} />
          </Tabs.Panel>
          <Tabs.Panel value="contratto">
            <ContractStep {...wizard} replaces={replaces} />
          </Tabs.Panel>
          {money && (
            <Tabs.Panel value="denaro">
              <MoneyStep {...wizard} replaces={replaces} />
            </Tabs.Panel>
          )}
          <Tabs.Panel value="obblighi">
            <ChooseObligations value={values.useValue('given_obligations')} onChange={(given) => values.set('given_obligations', given)} />
          </Tabs.Panel>
          <Tabs.Panel value="riepilogo">
            <Summary {...wizard} replaces={replaces} />
          </Tabs.Panel>
        </Tabs>
      </RecordForm>
      {/* Beside the form: a form inside of it would submit both. */}
      {making && (
        <Dialog opened onClose={() => setMaking(false)} title="Nuovo gestore" size="lg" closeOnClickOutside={false}>
          <ManagerForm
            record={undefined}
            onDone={(saved) => {
              if (saved) values.set('manager_id', saved.id)
              setMaking(false)
            }}
          />
        </Dialog>
      )}
    </>
  )
}
