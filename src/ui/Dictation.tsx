import { ActionIcon, Tooltip } from '@mantine/core'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { type Recognition, recognition } from './can-dictate.ts'
import { IconMicrophone } from './icons.tsx'

const WHY: Record<string, string> = {
  'not-allowed': 'Il microfono non è consentito: abilitarlo nelle impostazioni del browser.',
  'service-not-allowed': 'La dettatura non è consentita su questo dispositivo.',
  network: 'La dettatura ha bisogno della rete.',
  'audio-capture': 'Nessun microfono su questo dispositivo.',
}

interface DictationProps {
  /** Receives the recognised words. A ref, so that typing does not re-render this button. */
  write: RefObject<(words: string) => void>
}
/** Listens in Italian until tapped again; each sentence is inserted as soon as it is recognised. */
export const Dictation = memo(function Dictation({ write }: DictationProps) {
  const [listening, setListening] = useState(false)
  const [problem, setProblem] = useState<string>()
  const running = useRef<Recognition>(undefined)
  useEffect(() => () => running.current?.stop(), [])
  function toggle() {
    setProblem(undefined)
    if (listening) return running.current?.stop()
    const Recogniser = recognition()
    if (!Recogniser) return
    const heard = new Recogniser()
    heard.lang = 'it-IT'
    heard.continuous = true
    heard.onresult = ({ resultIndex, results }) => {
      for (let at = resultIndex; at < results.length; at++) if (results[at]!.isFinal) write.current(results[at]![0]!.transcript.trim())
    }
    heard.onerror = ({ error }) => setProblem(WHY[error])
    heard.onend = () => setListening(false)
    running.current = heard
    heard.start()
    setListening(true)
  }
  return (
    <Tooltip label={problem} opened={!!problem} multiline maw="16rem" position="top-end">
      <ActionIcon
        variant={listening ? 'filled' : 'subtle'}
        color={listening ? 'red' : 'gray'}
        aria-label="Detta il testo"
        aria-pressed={listening}
        onClick={toggle}
      >
        <IconMicrophone />
      </ActionIcon>
    </Tooltip>
  )
})
