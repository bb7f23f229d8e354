import type { Position } from '../../contract/inspections/answers.ts'

/** The position of the device, within 15 s. @throws a sentence for the person */
export const currentPosition = () =>
  new Promise<Position>((resolve, reject) => {
    if (!navigator.geolocation) return reject(new Error('Questo dispositivo non fornisce la posizione.'))
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) =>
        resolve({ lat: coords.latitude, lon: coords.longitude, acc: coords.accuracy, at: new Date(timestamp).toISOString() }),
      (error) =>
        reject(
          new Error(
            error.code === error.PERMISSION_DENIED
              ? 'La posizione non è consentita: abilitarla nelle impostazioni del browser.'
              : 'Posizione non disponibile: riprovare all’aperto.',
          ),
        ),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    )
  })
