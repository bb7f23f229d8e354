import { useState } from 'react'
import type { PreparedImage, Stamp } from './image.ts'

interface Taking {
  /** How many photos there are, and how many there may be. */
  count: number
  max: number
  stamp: Omit<Stamp, 'now'> | undefined
  /** Stores a prepared photo. The message of a thrown error is shown beside the file name, so it must be for the person. */
  onAdd: (photo: PreparedImage) => Promise<unknown>
  /** Called with the number of photos chosen. The returned function is called after each one: stored, or refused with this message. */
  onTake: (chosen: number) => (problem?: string) => void
}

const NO_PART = "una parte dell'app manca su questo dispositivo. Quando c'è rete, ricarica la pagina e riprova."

/** Prepares and stores chosen files one at a time, since a phone has memory for one. */
export function useTakePhotos({ count, max, stamp, onAdd, onTake }: Taking) {
  const [preparing, setPreparing] = useState(0)
  const [chosen, setChosen] = useState(0)
  const [problems, setProblems] = useState<string[]>([])
  const room = max - count - preparing

  async function take(files: File[]) {
    const taken = files.slice(0, room)
    // Leaving the question does not stop the loop.
    const done = onTake(taken.length)
    setProblems(files.length > room ? [`Al massimo ${max} foto: ne sono state prese ${taken.length} su ${files.length}.`] : [])
    setPreparing((before) => before + taken.length)
    setChosen((before) => (preparing ? before : 0) + taken.length)
    // The chunk may be gone with an older version, or not be on this device: the photos are then refused with a message.
    const image = await import('./image.ts').catch(() => undefined)
    for (const file of taken) {
      let problem: string | undefined
      try {
        if (!image) throw new Error(NO_PART)
        await onAdd(await image.prepareImage(file, stamp && { ...stamp, now: new Date() }))
      } catch (error) {
        problem = `${file.name}: ${error instanceof Error ? error.message : 'Errore'}`
        setProblems((before) => [...before, problem!])
      }
      setPreparing((before) => before - 1)
      done(problem)
    }
  }
  return { take, room, preparing, chosen, problems }
}
