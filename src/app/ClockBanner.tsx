import { Alert, Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { clockBehind } from '../lib/clock.ts'
import { clockBehindAt, keepContact, lastContactAt, setTrueTime } from '../lib/clock-then.ts'
import { age, dayTime } from '../lib/format.ts'
import { romeInstant } from '../rules/stations/open-now.ts'
import { DateField } from '../ui/DateField.tsx'
import { TimeField } from '../ui/TimeField.tsx'

const LOOK_MS = 30_000

/** Shown where the device's clock is wrong: what is written without a network carries its time. */
export function ClockBanner() {
  const measured = clockBehind.use()
  const [, look] = useState(0)
  useEffect(() => {
    keepContact()
    const timer = setInterval(() => {
      keepContact()
      look((times) => times + 1)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  const known = clockBehindAt(Date.now())
  if (known === 'impossible') return <AskTime onSaid={() => look((times) => times + 1)} />
  const behind = measured ?? known
  if (!behind) return null
  return (
    <Alert color="amber" mb="md" role="alert">
      L’orologio di questo dispositivo è {behind > 0 ? 'indietro' : 'avanti'} di {age(Math.abs(behind))}: correggilo nelle impostazioni del
      dispositivo. L’inizio delle verifiche scritte con quest’ora viene corretto quando arrivano.
    </Alert>
  )
}
/** The clock has gone wrong without a network, so nobody but the person knows the time. */
function AskTime({ onSaid }: { onSaid: () => void }) {
  const [day, setDay] = useState<string | null>(null)
  const [time, setTime] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  function save() {
    const truth = romeInstant(Date.parse(`${day}T${time}:00Z`))
    const wrong = Number.isNaN(truth) ? 'Scrivi giorno e ora.' : setTrueTime(truth)
    setProblem(wrong)
    if (!wrong) onSaid()
  }
  return (
    <Alert color="amber" mb="md" role="alert" title="L’orologio di questo dispositivo è sbagliato">
      Segna {dayTime(new Date().toISOString())}, ma l’ultimo collegamento è del {dayTime(lastContactAt())}. Correggilo nelle impostazioni
      del dispositivo, o scrivi che ora è: prima non si può avviare una verifica.
      <Group align="flex-start" gap="xs" mt="xs">
        <DateField aria-label="Giorno di oggi" w="10rem" value={day} onChange={setDay} error={problem} />
        <TimeField aria-label="Ora esatta" w="6rem" value={time} onChange={setTime} />
        <Button onClick={save}>Usa quest’ora</Button>
      </Group>
    </Alert>
  )
}
