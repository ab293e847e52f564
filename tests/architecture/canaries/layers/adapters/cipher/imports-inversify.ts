// breaks inversify-lives-in-bootstrap
import { Container } from 'inversify';

export const canary = Container;
