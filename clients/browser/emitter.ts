type Listener<T> = (event: T) => void;

/** Passes events to listeners. The fault of a listener is reported by the browser and stops nothing. */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>();

  /** Adds a listener. The answer removes it. */
  on<Type extends keyof Events>(type: Type, listener: Listener<Events[Type]>): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /** Whether an event would reach a listener. */
  has(type: keyof Events): boolean {
    return (this.#listeners.get(type)?.size ?? 0) > 0;
  }

  emit<Type extends keyof Events>(type: Type, event: Events[Type]): void {
    for (const listener of [...(this.#listeners.get(type) ?? [])]) {
      try {
        (listener as Listener<Events[Type]>)(event);
      } catch (error) {
        reportError(error);
      }
    }
  }
}
