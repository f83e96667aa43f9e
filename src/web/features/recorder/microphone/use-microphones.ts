import { useLocalStorage } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

export type MicrophoneOption = { value: string; label: string }

export type Microphones = {
  options: readonly MicrophoneOption[]
  /** The id of the device to record with; null for the browser's default. */
  chosen: string | null
  choose: (deviceId: string | null) => void
}

/** The browser's default device, which follows devices that are plugged in. */
const automatic: MicrophoneOption = { value: '', label: 'Default microphone' }

/**
 * The available microphones, and the one that is used in this browser. Browsers reveal names only after access is
 * granted, so the list is loaded again when `isOpen` changes.
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
  // Chromium lists its default devices again under these two ids.
  const namedDevices = inputs.filter(({ deviceId }) => deviceId !== 'default' && deviceId !== 'communications')
  const named = namedDevices.map(({ deviceId, label }, index) => ({
    value: deviceId,
    label: label || `Microphone ${index + 1}`,
  }))
  return [automatic, ...named]
}
