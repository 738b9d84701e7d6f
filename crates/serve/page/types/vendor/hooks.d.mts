// As much of preact's hooks as the page uses.
export type Ref<T> = { current: T };
export function useState<T>(first: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
export function useRef<T>(first: T): Ref<T>;
export function useMemo<T>(make: () => T, by: unknown[]): T;
export function useCallback<F extends (...given: any[]) => unknown>(does: F, by: unknown[]): F;
export function useEffect(does: () => void | (() => void), by?: unknown[]): void;
export function useLayoutEffect(does: () => void | (() => void), by?: unknown[]): void;
