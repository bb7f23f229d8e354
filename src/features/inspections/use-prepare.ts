import { useState } from 'react'
import { prepare } from './keep.ts'

/** "Prepara per offline" and how far it is, wherever its button stands. */
export function usePrepare() {
  const [step, setStep] = useState<string>()
  const [problem, setProblem] = useState<string>()
  async function run() {
    setProblem(undefined)
    try {
      await prepare(setStep)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Errore')
    }
    setStep(undefined)
  }
  return { step, problem, run }
}
