import { useLocalStorage } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

export type MicrophoneOption = { value: string; label: string }

export type Microphones = {
  options: readonly MicrophoneOption[]
  /** The device to record with; null leaves it to the browser. */
  chosen: string | null
  choose: (deviceId: string | null) => void
}

/** The browser's own choice, which follows what is plugged in. */
const automatic: MicrophoneOption = { value: '', label: 'Default microphone' }

/**
 * The microphones there are, and the one this person uses on this device. Browsers tell their names once one may be used:
 * `isOpen` says when to look again.
 */
export function useMicrophones(isOpen: boolean): Microphones {
  const { data: options = [automatic], refetch } = useQuery({
    queryKey: ['microphones', isOpen],
    queryFn: async () => optionsOf(await navigator.mediaDevices.enumerateDevices()),
    placeholderData: keepPreviousData,
    staleTime: 0,
    networkMode: 'always',
  })
  const [wanted, setWanted] = useLocalStorage({ key: 'attend-microphone', defaultValue: '' })
  useEffect(() => {
    const lookAgain = () => void refetch()
    navigator.mediaDevices.addEventListener('devicechange', lookAgain)
    return () => navigator.mediaDevices.removeEventListener('devicechange', lookAgain)
  }, [refetch])
  const isThere = wanted !== '' && options.some(({ value }) => value === wanted)
  return { options, chosen: isThere ? wanted : null, choose: (deviceId) => setWanted(deviceId ?? '') }
}

function optionsOf(devices: readonly MediaDeviceInfo[]): MicrophoneOption[] {
  const inputs = devices.filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
  // Chromium lists its own choices once more under these two names.
  const own = inputs.filter(({ deviceId }) => deviceId !== 'default' && deviceId !== 'communications')
  const named = own.map(({ deviceId, label }, index) => ({
    value: deviceId,
    label: label || `Microphone ${index + 1}`,
  }))
  return [automatic, ...named]
}
