export const area = <U>(useCases: U): U => useCases;
